import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { fail, ok, type Result } from '#modules/kernel/result'
import { pickAttributes } from '#modules/kernel/tables'
import { Mail } from '#modules/mail/index'
import type { AccountRefusal, NewAccount } from '../../index.ts'
import { OpenAccount, unlessTaken } from '../actions/open_account.ts'
import { PasswordHasher } from '../actions/sign_in.ts'
import { hasEmail } from '../domain/directories.ts'
import { limits } from '../domain/limits.ts'
import { normalisedPassword } from '../domain/passwords.ts'
import { isToken, tokenHash } from '../domain/token.ts'
import { pendingAccountMail, type PendingAccountDetails } from '../emails/pending_account_mail.ts'
import { PendingAccountRow } from '../tables/pending_account_row.ts'
import type { SignUpRefusal } from './admission.ts'

const kept = ['email', 'passwordHash', 'firstName', 'lastName', 'invitationHash', 'next'] as const

export type PendingAccount = Pick<PendingAccountRow, (typeof kept)[number]>

/**
 * Accounts that wait for the link in a mail, because their browser solved no challenge. The page of the link also asks for the password.
 * Otherwise the owner of a mailbox could be tricked into opening an account whose password another person knows.
 */
@inject()
export class PendingAccounts {
  constructor(
    private readonly db: Database,
    private readonly mail: Mail,
    private readonly hash: PasswordHasher,
    private readonly openAccount: OpenAccount
  ) {}

  /** Keeps a new account and queues the mail. Expects validated input. */
  async hold(
    account: NewAccount,
    { invitationHash, next }: Pick<PendingAccount, 'invitationHash' | 'next'>
  ): Promise<Result<null, AccountRefusal | SignUpRefusal>> {
    const prepared = await this.openAccount.prepare(account, invitationHash)
    if (!prepared.ok) return prepared
    const { email, passwordHash, firstName = null, lastName = null } = prepared.value
    const { rows: owners } = await this.db.rawQuery<{ rows: unknown[] }>(`SELECT FROM users WHERE ${hasEmail}`, [email])
    if (owners.length > 0) return fail({ kind: 'email_taken' })
    await this.db.transaction(async (trx) => {
      const { rows } = await trx.rawQuery<{ rows: [PendingAccountDetails] }>(
        `INSERT INTO pending_accounts (email, password_hash, first_name, last_name, invitation_hash, next, expires_at)
         VALUES (?, ?, ?, ?, ?, ?, now() + make_interval(hours => ?::int)) RETURNING id`,
        [email, passwordHash, firstName, lastName, invitationHash, next, limits.verificationHours] as never
      )
      await this.mail.enqueue({ kind: pendingAccountMail, userId: null, details: rows[0] }, trx)
    })
    return ok(null)
  }

  /** Returns the account of a link, or null if the link doesn't work. */
  async find(token: unknown): Promise<PendingAccount | null> {
    if (!isToken(token)) return null
    const { rows } = await this.db.rawQuery<{ rows: PendingAccount[] }>(
      `SELECT ${pickAttributes(PendingAccountRow, kept)} FROM pending_accounts WHERE token_hash = ? AND expires_at > now()`,
      [tokenHash(token)] as never
    )
    return rows[0] ?? null
  }

  /** Opens the account for the holder of the link who knows the password. The link also verifies the address. */
  async open(
    { email, passwordHash, firstName, lastName, invitationHash }: PendingAccount,
    { password, address }: { password: string; address: string }
  ): Promise<Result<{ userId: string }, AccountRefusal | SignUpRefusal | { kind: 'wrong' }>> {
    if (!(await this.hash.verify(passwordHash, normalisedPassword(password)))) return fail({ kind: 'wrong' })
    const account = { email, passwordHash, firstName, lastName, isEmailVerified: true }
    return unlessTaken(() =>
      this.db.transaction(async (trx) => {
        const opened = await this.openAccount.admit(trx, account, { address, invitationHash })
        // Also those that other people began with this address.
        if (opened.ok) await trx.rawQuery('DELETE FROM pending_accounts WHERE lower(email) = lower(?)', [email])
        return opened
      })
    )
  }

  async purge(): Promise<void> {
    await this.db.rawQuery('DELETE FROM pending_accounts WHERE expires_at <= now()')
  }
}
