import type { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Hook } from '#modules/kernel/hook'
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
import type { PasswordHasher } from './actions/sign_in.ts'
import { addAccountSections } from './exports/account_sections.ts'
import { ExportSections } from './exports/export_sections.ts'
import type { PasswordRules } from './domain/password_rules.ts'
import type { EmailVerification } from './emails/email_verification.ts'
import { registerValidator, resetPasswordValidator } from './http/validators.ts'
import { picturesInUseQuery } from './queries/pictures_in_use_query.ts'
import type { ReleasedEmails } from './released_emails.ts'
import { removeSecondFactor } from './second_factor/remove_second_factor.ts'
import type { SessionStore } from './sessions/session_store.ts'
import type { Storage } from './storage.ts'
import { hasEmail } from './domain/directories.ts'

const personColumns = `id, concat_ws(' ', first_name, last_name) AS name, email, is_admin AS "isAdmin", disabled_at AS "disabledAt"`
const personSql = `SELECT ${personColumns} FROM users WHERE id = ?::uuid AND lower(email) <> ?`
const peopleSql = `SELECT ${personColumns} FROM users WHERE id = ANY (?::uuid[]) AND lower(email) <> ?`

interface Parts {
  db: Database
  hash: PasswordHasher
  sessions: SessionStore
  passwords: PasswordRules
  released: ReleasedEmails
  verification: EmailVerification
  /** First name of the built-in account. */
  builtInName: string
  storage: Storage
}

export class DatabaseAccounts extends Accounts {
  readonly opened = new Hook<OpenedAccount>()
  readonly emailVerified: Hook<VerifiedEmail>
  readonly disabled = new Hook<{ userId: string }>()
  readonly enabled = new Hook<{ userId: string }>()
  readonly closing = new Hook<{ userId: string }>()
  readonly exportSections = new ExportSections()
  readonly storage: Storage
  readonly #db: Database
  readonly #builtInName: string
  readonly #sessions: SessionStore
  readonly #openAccount: OpenAccount
  readonly #resetPassword: ResetPassword

  constructor({ db, hash, sessions, passwords, released, verification, builtInName, storage }: Parts) {
    super()
    this.storage = storage
    this.#db = db
    this.emailVerified = verification.verified
    this.#builtInName = builtInName
    this.#sessions = sessions
    this.#openAccount = new OpenAccount({
      db,
      hash,
      opened: this.opened,
      passwords,
      released,
      verification,
      productName: builtInName,
    })
    this.#resetPassword = new ResetPassword(db, hash, sessions, passwords)
    addAccountSections(this.exportSections, db)
  }

  async open({ isAdmin, ...account }: NewAccount, trx?: TransactionClientContract) {
    const [invalid, valid] = await registerValidator.tryValidate(account)
    if (invalid) {
      const { field, rule, message } = invalid.messages[0]
      return fail({ kind: 'invalid' as const, field, rule, message })
    }
    return this.#openAccount.run({ ...valid, isAdmin }, trx)
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

  async setAdmin(email: string, isAdmin: boolean, trx?: TransactionClientContract) {
    const { rowCount } = await (trx ?? this.#db).rawQuery<{ rowCount: number }>(
      `UPDATE users SET is_admin = ?, updated_at = now() WHERE ${hasEmail} AND lower(email) <> ?`,
      [isAdmin, toMailAddress(email), builtInEmail]
    )
    return rowCount > 0
  }

  async setDisabled(userId: string, isDisabled: boolean, trx: TransactionClientContract) {
    const { disabled, enabled } = this
    return setDisabled({ userId, isDisabled, trx, disabled, enabled, sessions: this.#sessions })
  }

  async findByEmail(email: string) {
    const { rows } = await this.#db.rawQuery<{ rows: { id: string; email: string; isAdmin: boolean }[] }>(
      `SELECT id, email, is_admin AS "isAdmin" FROM users WHERE ${hasEmail}`,
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

  async firstAdmin() {
    const { rows } = await this.#db.rawQuery<{ rows: { id: string; email: string }[] }>(
      'SELECT id, email FROM users WHERE is_admin AND disabled_at IS NULL ORDER BY created_at, id LIMIT 1'
    )
    return rows[0] ?? null
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

  readonly picturesInUse = picturesInUseQuery

  async builtInAccount(trx?: TransactionClientContract) {
    return builtInAccount(trx ?? this.#db.connection(), this.#builtInName)
  }
}
