import type { Database } from '@adonisjs/lucid/database'
import type { ComposedMail } from '#modules/mail/index'
import type { SignInLimits } from '../actions/sign_in_limits.ts'
import { limits } from '../domain/limits.ts'
import type { EmailTokens } from './email_tokens.ts'
import { verifyEmailPath } from './links.ts'

export const verificationMail = 'verification'

export interface VerificationDetails {
  userId: string
  email: string
}

interface Parts {
  db: Database
  tokens: EmailTokens
  signInLimits: SignInLimits
  appUrl: string
  productName: string
}

/**
 * Composes the mail. Returns null when the account is gone, disabled or already verified, has another e-mail by now, or the address
 * reached its limit of verification mails.
 */
export const composeVerificationMail =
  ({ db, tokens, signInLimits, appUrl, productName }: Parts) =>
  async ({ userId, email }: VerificationDetails): Promise<ComposedMail | null> => {
    const { rows } = await db.rawQuery<{ rows: unknown[] }>(
      'SELECT FROM users WHERE id = ?::uuid AND email = ? AND email_verified_at IS NULL AND disabled_at IS NULL',
      [userId, email]
    )
    if (rows.length === 0 || (await signInLimits.countVerificationMail(email)) !== null) return null
    const token = await tokens.issue('verification', { userId, email }, limits.verificationHours * 60)
    return {
      userId,
      address: email,
      subject: 'Verify your e-mail address',
      paragraphs: [`Please confirm that your ${productName} account may use this e-mail address.`],
      link: { label: 'Verify e-mail address', url: appUrl + verifyEmailPath(token) },
      notes: [
        `The link works for ${limits.verificationHours} hours, in a browser that is signed in to the account.`,
        `If you have no account at ${productName}, ignore this mail. Another person may have mistyped their address.`,
      ],
    }
  }
