import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Brand } from '#modules/kernel/settings'
import { fail, ok, type Result } from '#modules/kernel/result'
import { violatedConstraint } from '#modules/kernel/sql'
import { NameRules, type AccountRefusal, type NewAccount } from '../../index.ts'
import { AccountHooks } from '../account_hooks.ts'
import { personNameProblem } from '../domain/names_of_people.ts'
import { forbiddenNameProblem } from '../forbidden_name_problem.ts'
import { PasswordRules } from '../domain/password_rules.ts'
import { normalisedPassword } from '../domain/passwords.ts'
import { EmailVerification } from '../emails/email_verification.ts'
import { ReleasedEmails } from '../released_emails.ts'
import { PasswordHasher } from './sign_in.ts'
import { emailUnique } from '../domain/directories.ts'
import { isAdminRole } from '../domain/roles.ts'

interface AccountRow extends Omit<NewAccount, 'password'> {
  /** Null for accounts that sign in with a provider only. */
  passwordHash: string | null
  isEmailVerified?: boolean
  /** The client's IP address. Absent when the operator opens the account. */
  address?: string
}

/** Opens an account, runs the `opened` listeners and queues a link that verifies the e-mail, in one transaction. Expects validated input. */
@inject()
export class OpenAccount {
  constructor(
    private readonly db: Database,
    private readonly hash: PasswordHasher,
    private readonly hooks: AccountHooks,
    private readonly passwords: PasswordRules,
    private readonly released: ReleasedEmails,
    private readonly verification: EmailVerification,
    private readonly brand: Brand,
    private readonly names: NameRules
  ) {}

  async run(
    { email, password, firstName, lastName, role = 'member', address }: NewAccount & { address?: string },
    outer?: TransactionClientContract
  ): Promise<Result<{ userId: string }, AccountRefusal>> {
    // Only the operator creates admins, so their names may contain words such as "Admin".
    const badName = isAdminRole(role) ? null : personNameProblem({ firstName, lastName }, this.brand.name)
    const problem = badName ?? (await forbiddenNameProblem(this.names, { firstName, lastName }))
    if (problem) return fail({ kind: 'invalid', ...problem })
    const weakness = await this.passwords.weakness(password, { email, firstName, lastName })
    if (weakness) return fail({ kind: 'invalid', field: 'password', ...weakness })
    const passwordHash = await this.hash.make(normalisedPassword(password))
    try {
      return await (outer ?? this.db).transaction(async (trx) =>
        ok(await this.insert(trx, { email, passwordHash, firstName, lastName, role, address }))
      )
    } catch (error) {
      if (violatedConstraint(error) === emailUnique) return fail({ kind: 'email_taken' })
      throw error
    }
  }

  /** Inserts the account and runs the listeners in the caller's transaction. Violates `emailUnique` when the e-mail is taken. */
  async insert(
    trx: TransactionClientContract,
    { email, passwordHash, firstName, lastName, role = 'member', isEmailVerified = false, address }: AccountRow
  ): Promise<{ userId: string }> {
    const { rows } = await trx.rawQuery<{ rows: [{ id: string }] }>(
      `INSERT INTO users (email, email_verified_at, password_hash, first_name, last_name, role, is_admin)
       VALUES (?, CASE WHEN ? THEN now() END, ?, nullif(?, ''), nullif(?, ''), ?, ?) RETURNING id`,
      [email, isEmailVerified, passwordHash, firstName ?? '', lastName ?? '', role, isAdminRole(role)] as never
    )
    const userId = rows[0].id
    const hadAccount = await this.released.has(email, trx)
    await this.hooks.opened.run({ userId, hadAccount, isEmailVerified, address: address ?? null }, trx)
    // When the operator opens the account, it has no IP address. The operator knows the e-mail, so it needs no link.
    if (!isEmailVerified && address !== undefined) await this.verification.sendLink({ userId, email }, trx)
    return { userId }
  }
}
