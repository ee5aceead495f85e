import { normalisedPassword } from '../domain/passwords.ts'
import type { SessionStore } from '../sessions/session_store.ts'
import type { PasswordHasher } from './sign_in.ts'

export type OwnerRefusal =
  /** The account has a password and the request has none. */
  | { kind: 'missing' }
  | { kind: 'wrong' }
  /** The account has no password, and the last proof of this session is too old. */
  | { kind: 'unproven' }

export interface OwnerProof {
  /** Ignored when the account has no password. */
  currentPassword: string | null
  /** Token of the requesting session. */
  token: string | null
}

interface Verification {
  hash: PasswordHasher
  sessions: SessionStore
  /** Null when the account has no password. */
  passwordHash: string | null
  /** How long a proof replaces the password. */
  withinMinutes: number
}

/**
 * Verifies that the requester owns the account: by password or, when it has none, by a recent proof of the session. Returns null when
 * verified, otherwise the reason.
 */
export const verifyOwner = async (
  { currentPassword, token }: OwnerProof,
  { hash, sessions, passwordHash, withinMinutes }: Verification
): Promise<OwnerRefusal | null> => {
  if (passwordHash === null) return (await sessions.isProven(token, withinMinutes)) ? null : { kind: 'unproven' }
  if (currentPassword === null) return { kind: 'missing' }
  return (await hash.verify(passwordHash, normalisedPassword(currentPassword))) ? null : { kind: 'wrong' }
}
