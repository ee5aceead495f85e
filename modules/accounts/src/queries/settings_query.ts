import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { pickAttributes } from '#modules/kernel/tables'
import type { AccountSettings } from '../../api.ts'
import type { Role } from '../domain/roles.ts'
import { adultAccess, AgeSettings } from '../age/adult_access.ts'
import { settingsKeys } from '../domain/settings_keys.ts'
import { IdentityProviders } from '../providers/identity_providers.ts'
import { OwnInvitationsQuery } from '../sign_up/own_invitations_query.ts'
import { Storage } from '../storage.ts'
import { UserRow } from '../tables/user_row.ts'

interface Row extends Omit<
  AccountSettings,
  'signIns' | 'secondFactor' | 'storage' | 'mayInvite' | 'isOfAge' | 'adultClosed' | 'ageCheck'
> {
  userRole: Role
  ageMethod: string | null
  linked: Record<string, string>
  since: Date | null
  recoveryCodesLeft: number
}

/** A user's settings. Throws for an unknown id. */
@inject()
export class SettingsQuery {
  constructor(
    private readonly db: Database,
    private readonly providers: IdentityProviders,
    private readonly storage: Storage,
    private readonly invitations: OwnInvitationsQuery,
    private readonly age: AgeSettings
  ) {}

  /** `isAdultBlocked`: the law of the reader's country closes adult content. */
  async run(userId: string, { isAdultBlocked = false } = {}): Promise<AccountSettings> {
    const { rows } = await this.db.rawQuery<{ rows: Row[] }>(
      `SELECT ${pickAttributes(UserRow, [...settingsKeys, 'ageMethod'])}, role AS "userRole", password_hash IS NOT NULL AS "hasPassword",
         (SELECT coalesce(jsonb_object_agg(issuer, created_at), '{}') FROM user_identities WHERE user_id = users.id) AS linked,
         second_factor_since AS since,
         (SELECT count(*)::int FROM recovery_codes WHERE user_id = users.id) AS "recoveryCodesLeft"
       FROM users WHERE id = ?::uuid`,
      [userId]
    )
    if (!rows[0]) throw new Error(`There is no user ${userId}.`)
    const { userRole, linked, since, recoveryCodesLeft, ageMethod, ...settings } = rows[0]
    const adult = adultAccess({ ...settings, ageMethod }, this.age, isAdultBlocked)
    const age = { ...adult, ageCheck: this.age.provider?.label ?? null }
    const signIns = this.providers.all.map(({ name, label, issuer }) => {
      const linkedAt = linked[issuer]
      return { provider: name, name: label, linkedAt: linkedAt ? new Date(linkedAt).toISOString() : null }
    })
    const secondFactor = since && { since: since.toISOString(), recoveryCodesLeft }
    const [storage, mayInvite] = [await this.storage.use(userId), await this.invitations.mayInvite(userRole)]
    return { ...settings, ...age, signIns, secondFactor, storage, mayInvite }
  }
}
