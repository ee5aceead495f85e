import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { QueryClientContract, TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Hook } from '#modules/kernel/hook'
import { Mail } from '#modules/mail/index'
import type { VerifiedEmail } from '../../index.ts'
import { ReleasedEmails } from '../released_emails.ts'
import { EmailTokens, type TokenOwner } from './email_tokens.ts'
import { verificationMail, type VerificationDetails } from './verification_mail.ts'

/** Verifies that an account's e-mail belongs to its owner. */
@inject()
export class EmailVerification {
  /** Runs in the transaction that verifies an address. */
  readonly verified = new Hook<VerifiedEmail>()

  constructor(
    private readonly db: Database,
    private readonly mail: Mail,
    private readonly tokens: EmailTokens,
    private readonly released: ReleasedEmails
  ) {}

  /** Queues a mail with a link, in the caller's transaction if there is one. */
  async sendLink(details: VerificationDetails, client?: QueryClientContract | TransactionClientContract) {
    const { mail, db } = this
    await mail.enqueue({ kind: verificationMail, userId: details.userId, details }, client ?? db)
  }

  /** Follows a link of this user. Returns false for a link that doesn't work. `address` is the client's IP address. */
  async follow(userId: string, token: string, address: string): Promise<boolean> {
    const { db, tokens } = this
    return db.transaction(async (trx) => {
      const owner = await tokens.owner('verification', token, trx)
      if (owner?.userId !== userId || !(await tokens.consume('verification', token, userId, trx))) return false
      await this.verify({ ...owner, address }, trx)
      return true
    })
  }

  /** Records that the user reads mail at this address, and runs the listeners. Returns false when it was verified before. */
  async verify({ userId, email, address }: TokenOwner & { address: string }, trx: TransactionClientContract) {
    const { rowCount } = await trx.rawQuery<{ rowCount: number }>(
      `UPDATE users SET email_verified_at = now(), updated_at = now()
       WHERE id = ?::uuid AND email = ? AND email_verified_at IS NULL`,
      [userId, email]
    )
    if (rowCount === 0) return false
    await this.verified.run({ userId, hadAccount: await this.released.has(email, trx), address }, trx)
    return true
  }

  async isVerified(userId: string): Promise<boolean> {
    const { rows } = await this.db.rawQuery<{ rows: unknown[] }>(
      'SELECT FROM users WHERE id = ?::uuid AND email_verified_at IS NOT NULL',
      [userId]
    )
    return rows.length > 0
  }
}
