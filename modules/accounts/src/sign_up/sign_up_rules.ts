import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { SignUpChange, SignUpSettings } from '../../api.ts'
import type { SignUpMode } from '../domain/sign_up_modes.ts'
import { SignInSettings } from '../settings.ts'
import { SignUpSettingsRow } from '../tables/sign_up_settings_row.ts'

/** The switch of the admins. It is read anew for each sign-up, so that a change is effective at once in all processes. */
@inject()
export class SignUpRules {
  constructor(
    private readonly db: Database,
    private readonly configuration: SignInSettings
  ) {}

  async read(
    client: Database | TransactionClientContract = this.db
  ): Promise<SignUpSettings & { current: SignUpMode }> {
    const { rows } = await client.rawQuery<{ rows: SignUpChange[] }>(
      'SELECT mode, user_invitations AS "userInvitations" FROM sign_up_settings'
    )
    const { mode, userInvitations } = rows[0] ?? { mode: null, userInvitations: 0 }
    const configuredMode = this.configuration.signUp
    return { mode, configuredMode, userInvitations, current: mode ?? configuredMode }
  }

  /** Returns the settings before. */
  async change(change: SignUpChange, trx: TransactionClientContract): Promise<SignUpSettings> {
    await trx.rawQuery('INSERT INTO sign_up_settings DEFAULT VALUES ON CONFLICT DO NOTHING')
    const row = await SignUpSettingsRow.query({ client: trx }).forUpdate().firstOrFail()
    const { mode, userInvitations } = row
    await row.merge(change).save()
    return { mode, userInvitations, configuredMode: this.configuration.signUp }
  }
}
