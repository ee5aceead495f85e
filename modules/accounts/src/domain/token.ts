import { createHash, randomBytes } from 'node:crypto'

/** 32 random bytes in base64url. */
export const newToken = () => randomBytes(32).toString('base64url')

/** Anything else is no token of ours, and is not looked up. */
export const isToken = (text: unknown): text is string => typeof text === 'string' && /^[A-Za-z0-9_-]{43}$/.test(text)

/** What tables keep of a token: who reads it there can do nothing with it. */
export const tokenHash = (token: string) => createHash('sha256').update(token).digest()
