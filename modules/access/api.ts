/** Wire types and limits of API tokens, also for the browser. */

/** The things that a token may do. Each call that tokens may send needs one of these (`apps/server/src/access.ts`). */
export const tokenScopes = ['read', 'chats', 'characters'] as const
export type TokenScope = (typeof tokenScopes)[number]

/** After how many days a token may expire. */
export const tokenDays = [30, 90, 365] as const
export type TokenDays = (typeof tokenDays)[number]

export const tokenLimits = {
  /** Characters of a token's name. */
  nameMax: 60,
  /** Tokens of a user. */
  tokensMax: 20,
  /** Calls of a token in a minute. */
  callsPerMinute: 300,
} as const

export interface ApiToken {
  id: string
  name: string
  scopes: TokenScope[]
  createdAt: string
  /** Updated at most once a minute. Null until the token is used. */
  lastUsedAt: string | null
  /** Null for a token that is valid until it is revoked. */
  expiresAt: string | null
}

export interface NewApiToken {
  name: string
  scopes: TokenScope[]
  /** Null for a token that is valid until it is revoked. */
  days: TokenDays | null
}

export interface CreatedApiToken {
  token: ApiToken
  /** The token itself, which is never shown again. */
  value: string
}
