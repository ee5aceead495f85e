import type { Database } from '@adonisjs/lucid/database'
import type { ComposedMail } from '#modules/mail/index'
import { builtInEmail } from '../actions/built_in_account.ts'
import { limits } from '../domain/limits.ts'
import type { EmailTokens } from './email_tokens.ts'
import { resetPath } from './links.ts'
import { hasEmail } from '../domain/directories.ts'

export const passwordResetMail = 'password_reset'

/** The visitor's input. */
export interface PasswordResetDetails {
  email: string
}

/**
 * Composes the mail to the account's own address, never to the typed one. Returns null without an enabled account of that e-mail, and for
 * the built-in account.
 */
export const composePasswordResetMail =
  ({ db, tokens, appUrl, productName }: { db: Database; tokens: EmailTokens; appUrl: string; productName: string }) =>
  async ({ email: typed }: PasswordResetDetails): Promise<ComposedMail | null> => {
    const { rows } = await db.rawQuery<{ rows: { id: string; email: string; has_password: boolean }[] }>(
      `SELECT id, email, password_hash IS NOT NULL AS has_password FROM users
       WHERE ${hasEmail} AND disabled_at IS NULL AND lower(email) <> ?`,
      [typed, builtInEmail]
    )
    const user = rows[0]
    if (!user) return null
    const { id: userId, email } = user
    const token = await tokens.issue('password_reset', { userId, email }, limits.resetMinutes)
    const present = user.has_password ? 'Your password stays as it is.' : 'Nothing changes.'
    return {
      userId,
      address: email,
      subject: `Reset your ${productName} password`,
      paragraphs: [`You asked for a new password for your ${productName} account with this e-mail address.`],
      link: { label: 'Choose a new password', url: appUrl + resetPath(token) },
      notes: [
        `The link works once, for ${limits.resetMinutes} minutes. A new password signs you out on all devices.`,
        `If you didn’t ask for this, ignore this mail. ${present}`,
      ],
    }
  }
