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
import { Admission, type SignUpRefusal, type SpentInvitation } from '../sign_up/admission.ts'
import { EmailVerification } from '../emails/email_verification.ts'
import { ReleasedEmails } from '../released_emails.ts'
import { Agreements, type Agreement } from '../pages/agreements.ts'
import { PasswordHasher } from './sign_in.ts'
import { emailUnique } from '../domain/directories.ts'
import { isAdminRole } from '../domain/roles.ts'
import { InvitedUserRow } from '../tables/invited_user_row.ts'

interface AccountRow extends Omit<NewAccount, 'password'> {
  /** Null for accounts that sign in with a provider only. */
  passwordHash: string | null
  isEmailVerified?: boolean
  /** The client's IP address. Absent when the operator opens the account. */
  address?: string
  invitation?: SpentInvitation | null
  /** Users who agree to nothing here are asked on the first screen. */
  agreed?: readonly Agreement[]
}

/** A visitor who opens an account. */
export interface SignUpVisit {
  /** The client's IP address. */
  address?: string
  /** The hash of the invitation's token. */
  invitationHash: Buffer | null
  /** The pages that the visitor agrees to. */
  agreed?: readonly Agreement[]
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
    private readonly agreements: Agreements,
    private readonly brand: Brand,
    private readonly admission: Admission,
    private readonly names: NameRules
  ) {}

  /** Opens an account for the operator. The rules of sign-up don't apply. */
  async run(
    account: NewAccount,
    outer?: TransactionClientContract
  ): Promise<Result<{ userId: string }, AccountRefusal>> {
    const row = await this.#toRow(account)
    if (!row.ok) return row
    return unlessTaken(() => (outer ?? this.db).transaction(async (trx) => ok(await this.#insert(trx, row.value))))
  }

  /** Opens the account of a visitor, if the rules of sign-up permit it. */
  async register(
    account: NewAccount,
    visit: SignUpVisit
  ): Promise<Result<{ userId: string }, AccountRefusal | SignUpRefusal>> {
    const row = await this.prepare(account, visit.invitationHash)
    if (!row.ok) return row
    return unlessTaken(() => this.db.transaction((trx) => this.admit(trx, row.value, visit)))
  }

  /** Checks the account of a visitor and hashes its password, unless the rules of sign-up refuse it. */
  async prepare(
    account: NewAccount,
    invitationHash: Buffer | null
  ): Promise<Result<AccountRow, AccountRefusal | SignUpRefusal>> {
    const refusal = await this.admission.refusal(invitationHash)
    return refusal ? fail(refusal) : this.#toRow(account)
  }

  /**
   * Opens the account of a visitor in the caller's transaction, and spends the invitation. Violates `emailUnique` when the e-mail is
   * taken.
   */
  async admit(
    trx: TransactionClientContract,
    row: AccountRow,
    { address, invitationHash, agreed }: SignUpVisit
  ): Promise<Result<{ userId: string }, SignUpRefusal>> {
    const admitted = await this.admission.admit(invitationHash, trx)
    if (!admitted.ok) return admitted
    const invitation = admitted.value
    return ok(await this.#insert(trx, { ...row, role: invitation?.role ?? 'member', address, invitation, agreed }))
  }

  async #toRow({ password, ...account }: NewAccount): Promise<Result<AccountRow, AccountRefusal>> {
    const { email, firstName, lastName, role = 'member' } = account
    // Only the operator creates admins, so their names may contain words such as "Admin".
    const badName = isAdminRole(role) ? null : personNameProblem({ firstName, lastName }, this.brand.name)
    const problem = badName ?? (await forbiddenNameProblem(this.names, { firstName, lastName }))
    if (problem) return fail({ kind: 'invalid', ...problem })
    const weakness = await this.passwords.weakness(password, { email, firstName, lastName })
    if (weakness) return fail({ kind: 'invalid', field: 'password', ...weakness })
    return ok({ ...account, passwordHash: await this.hash.make(normalisedPassword(password)) })
  }

  async #insert(trx: TransactionClientContract, account: AccountRow): Promise<{ userId: string }> {
    const { email, passwordHash, firstName, lastName, role = 'member', isEmailVerified = false } = account
    const { address, invitation = null, agreed = [] } = account
    const { rows } = await trx.rawQuery<{ rows: [{ id: string }] }>(
      `INSERT INTO users (email, email_verified_at, password_hash, first_name, last_name, role, is_admin)
       VALUES (?, CASE WHEN ? THEN now() END, ?, nullif(?, ''), nullif(?, ''), ?, ?) RETURNING id`,
      [email, isEmailVerified, passwordHash, firstName ?? '', lastName ?? '', role, isAdminRole(role)] as never
    )
    const userId = rows[0].id
    await this.agreements.record(userId, agreed, trx)
    if (invitation) await InvitedUserRow.create({ invitationId: invitation.id, userId }, { client: trx })
    await trx.rawQuery('DELETE FROM waiting_list WHERE lower(email) = lower(?)', [email])
    const hadAccount = await this.released.has(email, trx)
    await this.hooks.opened.run({ userId, hadAccount, isEmailVerified, address: address ?? null, invitation }, trx)
    // When the operator opens the account, it has no IP address. The operator knows the e-mail, so it needs no link.
    if (!isEmailVerified && address !== undefined) await this.verification.sendLink({ userId, email }, trx)
    return { userId }
  }
}

/** Turns the violation of `emailUnique` into a refusal. */
export const unlessTaken = async <Value, Failure>(
  open: () => Promise<Result<Value, Failure>>
): Promise<Result<Value, Failure | { kind: 'email_taken' }>> => {
  try {
    return await open()
  } catch (error) {
    if (violatedConstraint(error) === emailUnique) return fail({ kind: 'email_taken' })
    throw error
  }
}
