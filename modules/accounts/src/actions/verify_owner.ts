import { normalisedPassword } from '../domain/passwords.ts'
import type { SessionStore } from '../sessions/session_store.ts'
import type { PasswordHasher } from './sign_in.ts'

export type OwnerRefusal =
  /** There is a password, and none was given. */
  | { kind: 'missing' }
  | { kind: 'wrong' }
  /** There is none to ask for, and it is too long ago that the session's owner showed who they are. */
  | { kind: 'unproven' }

export interface OwnerProof {
  /** Null or not, nobody looks at it where there is no password. */
  currentPassword: string | null
  /** Of the session that asks. */
  token: string | null
}

interface Verification {
  hash: PasswordHasher
  sessions: SessionStore
  /** The account's; null when it has none. */
  passwordHash: string | null
  /** So long a proof stands for a password. */
  withinMinutes: number
}

/** Why it may be somebody else who asks; null when it is the owner: by the password or, where there is none, by a recent proof. */
export const verifyOwner = async (
  { currentPassword, token }: OwnerProof,
  { hash, sessions, passwordHash, withinMinutes }: Verification
): Promise<OwnerRefusal | null> => {
  if (passwordHash === null) return (await sessions.isProven(token, withinMinutes)) ? null : { kind: 'unproven' }
  if (currentPassword === null) return { kind: 'missing' }
  return (await hash.verify(passwordHash, normalisedPassword(currentPassword))) ? null : { kind: 'wrong' }
}
