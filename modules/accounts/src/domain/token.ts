import { createHash, randomBytes } from 'node:crypto'

/** Returns 32 random bytes in base64url. */
export const newToken = () => randomBytes(32).toString('base64url')

/** Returns 16 random bytes in base64url, for a link that people may type. */
export const newInvitationToken = () => randomBytes(16).toString('base64url')

/** Rejects malformed tokens without a database lookup. */
export const isToken = (text: unknown): text is string => typeof text === 'string' && /^[A-Za-z0-9_-]{43}$/.test(text)

/** Tables store hashes, so a leaked table contains no usable token. */
export const tokenHash = (token: string) => createHash('sha256').update(token).digest()

/** SQL that deletes some expired rows of a table, beside the insertion of a new one. */
export const deleteExpired = (table: string, key = 'token_hash') =>
  `DELETE FROM ${table} WHERE ${key} IN (SELECT ${key} FROM ${table} WHERE expires_at <= now() LIMIT 100 FOR UPDATE SKIP LOCKED)`
