import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { pickAttributes } from '#modules/kernel/tables'
import { deleteExpired, newToken, tokenHash } from '../domain/token.ts'
import { SignInAttemptRow } from '../tables/sign_in_attempt_row.ts'
import type { AttemptSecrets } from './identity_provider.ts'

/** How long the user may spend at the provider. */
export const attemptMinutes = 10

export interface Attempt extends AttemptSecrets {
  provider: string
  /** Path to redirect to afterwards. */
  next: string
  /** The signed-in user who links an identity or proves their own. Null for a sign-in. */
  linkUserId: string | null
  /** Whether the user only proves their identity, without linking one. */
  isProof: boolean
  /** The hash of an invitation's token, for the account that the sign-in may open. */
  invitationHash: Buffer | null
}

const taken = pickAttributes(SignInAttemptRow, ['nonce', 'verifier', 'next', 'linkUserId', 'isProof', 'invitationHash'])

export const newSecrets = (): AttemptSecrets => ({ state: newToken(), nonce: newToken(), verifier: newToken() })

/** Sign-ins, links and proofs in progress at a provider. Each belongs to one browser and can be taken once. */
@inject()
export class AttemptStore {
  constructor(private readonly db: Database) {}

  async keep(attempt: Attempt, browserToken: string) {
    await this.db.rawQuery(
      `WITH outdated AS (${deleteExpired('sign_in_attempts', 'state_hash')})
       INSERT INTO sign_in_attempts (state_hash, browser_hash, provider, nonce, verifier, next, link_user_id, is_proof,
         invitation_hash, expires_at)
       VALUES (?, ?, ?, ?, ?, ?, ?::uuid, ?, ?, now() + make_interval(mins => ?::int))`,
      [
        tokenHash(attempt.state),
        tokenHash(browserToken),
        attempt.provider,
        attempt.nonce,
        attempt.verifier,
        attempt.next,
        attempt.linkUserId,
        attempt.isProof,
        attempt.invitationHash,
        attemptMinutes,
      ] as never
    )
  }

  /** Removes and returns the attempt with this state. Null when it belongs to another browser, expired, or was taken before. */
  async take(provider: string, state: string, browserToken: string): Promise<Attempt | null> {
    const { rows } = await this.db.rawQuery<{ rows: (Omit<Attempt, 'provider' | 'state'> & { isOpen: boolean })[] }>(
      `DELETE FROM sign_in_attempts WHERE state_hash = ? AND browser_hash = ? AND provider = ?
       RETURNING ${taken}, expires_at > now() AS "isOpen"`,
      [tokenHash(state), tokenHash(browserToken), provider]
    )
    if (!rows[0]?.isOpen) return null
    const { isOpen: _, ...attempt } = rows[0]
    return { provider, state, ...attempt }
  }
}
