import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { deleteExpired, isToken, newToken, tokenHash } from '../domain/token.ts'

export type TokenPurpose = 'password_reset' | 'verification'

export interface TokenOwner {
  userId: string
  email: string
}

/** Tokens of links in mails, stored as hashes. A token works once, and only while its account is enabled and has the same e-mail. */
@inject()
export class EmailTokens {
  constructor(private readonly db: Database) {}

  /** Issues a token. Earlier tokens stay valid, because a mail that seemed to fail may still arrive. Also deletes some expired tokens. */
  async issue(purpose: TokenPurpose, { userId, email }: TokenOwner, minutes: number): Promise<string> {
    const token = newToken()
    await this.db.rawQuery(
      `WITH outdated AS (${deleteExpired('email_tokens')})
       INSERT INTO email_tokens (token_hash, user_id, purpose, email, expires_at)
       VALUES (?, ?::uuid, ?, ?, now() + make_interval(mins => ?::int))`,
      [tokenHash(token), userId, purpose, email, minutes] as never
    )
    return token
  }

  /** Returns the owner of a token, or null if the token doesn't work. Locks the user until the end of a given transaction. */
  async owner(purpose: TokenPurpose, token: unknown, trx?: TransactionClientContract): Promise<TokenOwner | null> {
    if (!isToken(token)) return null
    const { rows } = await (trx ?? this.db).rawQuery<{ rows: TokenOwner[] }>(
      `SELECT u.id AS "userId", u.email, u.first_name AS "firstName", u.last_name AS "lastName", u.username
       FROM email_tokens t JOIN users u ON u.id = t.user_id
       WHERE t.token_hash = ? AND t.purpose = ? AND t.expires_at > now()
         AND u.email = t.email AND u.disabled_at IS NULL ${trx ? 'FOR UPDATE OF u' : ''}`,
      [tokenHash(token), purpose]
    )
    return rows[0] ?? null
  }

  /** Consumes a token and the user's other tokens for this purpose. Returns false when another request was first. */
  async consume(
    purpose: TokenPurpose,
    token: string,
    userId: string,
    trx: TransactionClientContract
  ): Promise<boolean> {
    const { rows } = await trx.rawQuery<{ rows: { is_this: boolean }[] }>(
      'DELETE FROM email_tokens WHERE user_id = ?::uuid AND purpose = ? RETURNING token_hash = ? AS is_this',
      [userId, purpose, tokenHash(token)]
    )
    return rows.some((row) => row.is_this)
  }
}
