import type { Database } from '@adonisjs/lucid/database'
import type { ComposedMail } from '#modules/mail/index'
import type { SignInLimits } from '../actions/sign_in_limits.ts'
import { hasEmail } from '../domain/directories.ts'
import { limits } from '../domain/limits.ts'
import { newToken, tokenHash } from '../domain/token.ts'
import { openAccountPath } from './links.ts'

export const pendingAccountMail = 'pending_account'

export interface PendingAccountDetails {
  id: string
}

interface Parts {
  db: Database
  signInLimits: SignInLimits
  appUrl: string
  productName: string
}

/**
 * Composes the mail with the link that opens an account. Returns null when the account is open or has expired, or the address reached its
 * limit of mails.
 */
export const composePendingAccountMail =
  ({ db, signInLimits, appUrl, productName }: Parts) =>
  async ({ id }: PendingAccountDetails): Promise<ComposedMail | null> => {
    const token = newToken()
    const { rows } = await db.rawQuery<{ rows: { email: string }[] }>(
      `UPDATE pending_accounts SET token_hash = ? WHERE id = ?::uuid AND expires_at > now() RETURNING email`,
      [tokenHash(token), id] as never
    )
    if (!rows[0]) return null
    const { email } = rows[0]
    const { rows: owners } = await db.rawQuery<{ rows: unknown[] }>(`SELECT FROM users WHERE ${hasEmail}`, [email])
    if (owners.length > 0 || (await signInLimits.countVerificationMail(email)) !== null) return null
    return {
      userId: null,
      address: email,
      subject: `Open your ${productName} account`,
      paragraphs: [`You asked for a ${productName} account with this e-mail address.`],
      link: { label: 'Open your account', url: appUrl + openAccountPath(token) },
      notes: [
        `The link works once, for ${limits.verificationHours} hours. It asks for the password that you chose.`,
        'If you didn’t ask for this, ignore this mail. No account is opened then.',
      ],
    }
  }
