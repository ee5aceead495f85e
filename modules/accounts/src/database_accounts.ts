import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Hook } from '#modules/kernel/hook'
import { Brand } from '#modules/kernel/settings'
import { AccountHooks } from './account_hooks.ts'
import { fail, ok } from '#modules/kernel/result'
import {
  Accounts,
  type FactorRefusal,
  type NewAccount,
  type OpenedAccount,
  type Person,
  type PublicProfile,
  type VerifiedEmail,
} from '../index.ts'
import { toMailAddress } from '#plugins/contract/mail'
import { builtInAccount, builtInEmail } from './actions/built_in_account.ts'
import { OpenAccount } from './actions/open_account.ts'
import { ResetPassword } from './actions/reset_password.ts'
import { setDisabled } from './actions/set_disabled.ts'
import { addAccountSections } from './exports/account_sections.ts'
import { ExportSections } from './exports/export_sections.ts'
import { findByUsername } from './former_usernames.ts'
import { EmailVerification } from './emails/email_verification.ts'
import { registerValidator, resetPasswordValidator } from './http/validators.ts'
import { adultAccess, AgeSettings } from './age/adult_access.ts'
import { picturesInUseQuery } from './queries/pictures_in_use_query.ts'
import { removeSecondFactor } from './second_factor/remove_second_factor.ts'
import { SessionStore } from './sessions/session_store.ts'
import { Storage } from './storage.ts'
import { hasEmail } from './domain/directories.ts'
import { isAdminRole, type Role } from './domain/roles.ts'

const personColumns = `id, concat_ws(' ', first_name, last_name) AS name, email, role, disabled_at AS "disabledAt",
  disabled_until AS "disabledUntil"`
const personSql = `SELECT ${personColumns} FROM users WHERE id = ?::uuid AND lower(email) <> ?`
const peopleSql = `SELECT ${personColumns} FROM users WHERE id = ANY (?::uuid[]) AND lower(email) <> ?`

@inject()
export class DatabaseAccounts extends Accounts {
  readonly opened: Hook<OpenedAccount>
  readonly emailVerified: Hook<VerifiedEmail>
  readonly profileChanged: Hook<{ userId: string }>
  readonly profileCleared: Hook<{ userId: string }> = new Hook()
  readonly disabled: Hook<{ userId: string }>
  readonly enabled: Hook<{ userId: string }>
  readonly closing: Hook<{ userId: string }>
  readonly exportSections = new ExportSections()
  readonly storage: Storage
  readonly #db: Database
  readonly #builtInName: string
  readonly #sessions: SessionStore
  readonly #openAccount: OpenAccount
  readonly #resetPassword: ResetPassword
  readonly #age: AgeSettings

  constructor(
    db: Database,
    hooks: AccountHooks,
    verification: EmailVerification,
    storage: Storage,
    brand: Brand,
    sessions: SessionStore,
    openAccount: OpenAccount,
    resetPassword: ResetPassword,
    age: AgeSettings
  ) {
    super()
    this.opened = hooks.opened
    this.profileChanged = hooks.profileChanged
    this.disabled = hooks.disabled
    this.enabled = hooks.enabled
    this.closing = hooks.closing
    this.emailVerified = verification.verified
    this.storage = storage
    this.#db = db
    this.#builtInName = brand.name
    this.#sessions = sessions
    this.#openAccount = openAccount
    this.#resetPassword = resetPassword
    this.#age = age
    addAccountSections(this.exportSections, db)
  }

  async open({ role, ...account }: NewAccount, trx?: TransactionClientContract) {
    const [invalid, valid] = await registerValidator.tryValidate(account)
    if (invalid) {
      const { field, rule, message } = invalid.messages[0]
      return fail({ kind: 'invalid' as const, field, rule, message })
    }
    return this.#openAccount.run({ ...valid, role }, trx)
  }

  async resetPassword(email: string, password: string, trx?: TransactionClientContract) {
    const [invalid, valid] = await resetPasswordValidator.tryValidate({ password })
    if (invalid) {
      const { field, rule, message } = invalid.messages[0]
      return fail({ kind: 'invalid' as const, field, rule, message })
    }
    return this.#resetPassword.run(toMailAddress(email), valid.password, trx)
  }

  async removeSecondFactor(email: string, outer?: TransactionClientContract) {
    const user = await this.findByEmail(email)
    if (!user || user.email === builtInEmail) return fail<FactorRefusal>({ kind: 'unknown_user' })
    return (outer ?? this.#db).transaction(async (trx) => {
      const wasOn = await removeSecondFactor({ userId: user.id, token: null, sessions: this.#sessions, trx })
      return wasOn ? ok({ userId: user.id }) : fail<FactorRefusal>({ kind: 'no_second_factor' })
    })
  }

  async setRole(userId: string, role: Role, trx: TransactionClientContract) {
    const { rowCount } = await trx.rawQuery<{ rowCount: number }>(
      'UPDATE users SET role = ?, is_admin = ?, updated_at = now() WHERE id = ?::uuid AND lower(email) <> ?',
      [role, isAdminRole(role), userId, builtInEmail] as never
    )
    return rowCount > 0
  }

  async lockOwners(trx: TransactionClientContract) {
    const { rows } = await trx.rawQuery<{ rows: { id: string; isDisabled: boolean }[] }>(
      `SELECT id, disabled_at IS NOT NULL AS "isDisabled" FROM users WHERE role = 'owner' ORDER BY id FOR NO KEY UPDATE`
    )
    return rows.filter(({ isDisabled }) => !isDisabled).map(({ id }) => id)
  }

  async setDisabled(userId: string, isDisabled: boolean, trx: TransactionClientContract, until: Date | null = null) {
    const { disabled, enabled } = this
    return setDisabled({ userId, isDisabled, until, trx, disabled, enabled, sessions: this.#sessions })
  }

  async clearProfile(userId: string, trx: TransactionClientContract) {
    await trx.rawQuery(
      `UPDATE users SET username = NULL, first_name = NULL, last_name = NULL, profile_image_url = NULL, updated_at = now()
       WHERE id = ?::uuid`,
      [userId]
    )
    await trx.rawQuery('DELETE FROM former_usernames WHERE user_id = ?::uuid', [userId])
    await this.profileCleared.run({ userId }, trx)
  }

  findByUsername(username: string) {
    return findByUsername(username, this.#db)
  }

  async findByEmail(email: string) {
    const { rows } = await this.#db.rawQuery<{ rows: { id: string; email: string; role: Role }[] }>(
      `SELECT id, email, role FROM users WHERE ${hasEmail}`,
      [toMailAddress(email)]
    )
    return rows[0] ?? null
  }

  async person(userId: string, trx?: TransactionClientContract) {
    const { rows } = await (trx ?? this.#db).rawQuery<{ rows: Person[] }>(personSql, [userId, builtInEmail])
    return rows[0] ?? null
  }

  async people(userIds: readonly string[]) {
    if (userIds.length === 0) return new Map<string, Person>()
    const { rows } = await this.#db.rawQuery<{ rows: Person[] }>(peopleSql, [[...userIds], builtInEmail])
    return new Map(rows.map((person) => [person.id, person]))
  }

  async lockPerson(userId: string, trx: TransactionClientContract) {
    const { rows } = await trx.rawQuery<{ rows: Person[] }>(`${personSql} FOR NO KEY UPDATE`, [userId, builtInEmail])
    return rows[0] ?? null
  }

  async verifiedEmail(userId: string) {
    const { rows } = await this.#db.rawQuery<{ rows: { email: string }[] }>(
      'SELECT email FROM users WHERE id = ?::uuid AND email_verified_at IS NOT NULL AND disabled_at IS NULL',
      [userId]
    )
    return rows[0]?.email ?? null
  }

  async firstAdmin() {
    const { rows } = await this.#db.rawQuery<{ rows: { id: string; email: string }[] }>(
      `SELECT id, email FROM users WHERE role IN ('owner', 'admin') AND disabled_at IS NULL
       ORDER BY role = 'owner' DESC, created_at, id LIMIT 1`
    )
    return rows[0] ?? null
  }

  async staff() {
    const { rows } = await this.#db.rawQuery<{ rows: { role: Role; hasSecondFactor: boolean }[] }>(
      `SELECT role, second_factor_since IS NOT NULL AS "hasSecondFactor" FROM users
       WHERE role IN ('moderator', 'admin', 'owner') AND disabled_at IS NULL`
    )
    return rows
  }

  async profiles(userIds: readonly string[]) {
    if (userIds.length === 0) return new Map<string, PublicProfile>()
    const { rows } = await this.#db.rawQuery<{ rows: PublicProfile[] }>(
      `SELECT id, first_name AS "firstName", username, profile_image_url AS "profileImageUrl"
       FROM users WHERE id = ANY (?::uuid[])`,
      [[...new Set(userIds)]]
    )
    return new Map(rows.map((profile) => [profile.id, profile]))
  }

  async viewers(userIds: readonly string[]) {
    const { rows } = await this.#db.rawQuery<{
      rows: { id: string; role: Role; limitlessEnabled: boolean; ageMethod: string | null }[]
    }>(
      `SELECT id, role, limitless_enabled AS "limitlessEnabled", age_method AS "ageMethod"
       FROM users WHERE id = ANY (?::uuid[]) AND disabled_at IS NULL`,
      [[...new Set(userIds)]]
    )
    const isBlocked = this.#age.blockedCountries.length > 0
    return new Map(
      rows.map(({ id, role, ...stored }) => {
        const { limitlessEnabled } = adultAccess(stored, this.#age, isBlocked)
        return [id, { id, isAdmin: isAdminRole(role), limitlessEnabled }]
      })
    )
  }

  async idsAfter(afterId: string, limit: number, { isAdmin } = { isAdmin: false }) {
    const { rows } = await this.#db.rawQuery<{ rows: { id: string }[] }>(
      `SELECT id FROM users WHERE id > ?::uuid AND disabled_at IS NULL AND lower(email) <> ?
         ${isAdmin ? `AND role IN ('owner', 'admin')` : ''} ORDER BY id LIMIT ?::int`,
      [afterId, builtInEmail, limit] as never
    )
    return rows.map(({ id }) => id)
  }

  async nextProfile(afterId: string) {
    const { rows } = await this.#db.rawQuery<{ rows: { id: string }[] }>(
      `SELECT id FROM users WHERE id > ?::uuid AND num_nonnulls(username, first_name, profile_image_url) > 0
         AND lower(email) <> ? ORDER BY id LIMIT 1`,
      [afterId, builtInEmail]
    )
    return rows[0]?.id ?? null
  }

  readonly picturesInUse = picturesInUseQuery

  async builtInAccount(trx?: TransactionClientContract) {
    return builtInAccount(trx ?? this.#db.connection(), this.#builtInName)
  }
}
