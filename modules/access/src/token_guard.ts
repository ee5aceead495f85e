import { errors, symbols } from '@adonisjs/auth'
import type { AccessToken } from '@adonisjs/auth/access_tokens'
import type { GuardConfigProvider, GuardContract } from '@adonisjs/auth/types'
import { Secret } from '@adonisjs/core/helpers'
import type { HttpContext } from '@adonisjs/core/http'
import { CurrentUsers, type CurrentUser } from '#modules/accounts/index'
import type { TokenScope } from '../api.ts'
import type { AccessTokens } from './access_tokens.ts'
import type { TokenCallLimit } from './rate_limits.ts'
import { hasToken } from './token_prefix.ts'

interface Parts {
  tokens: AccessTokens
  users: CurrentUsers
  limit: TokenCallLimit
}

/** Authenticates by the token in the header `Authorization`. Costs two queries per request with one, and none without. */
export class TokenGuard implements GuardContract<CurrentUser> {
  declare [symbols.GUARD_KNOWN_EVENTS]: never
  readonly driverName = 'facet_token'
  user?: CurrentUser
  isAuthenticated = false
  authenticationAttempted = false
  /** Whether the user has agreed to the newest terms and rules. */
  hasAgreed = false
  readonly #parts: Parts
  #token: AccessToken | null = null
  #checked?: Promise<boolean>

  constructor(
    private readonly ctx: HttpContext,
    parts: Parts
  ) {
    this.#parts = parts
  }

  /** Throws E_UNAUTHORIZED_ACCESS without a valid token. */
  async authenticate() {
    if (await this.check()) return this.getUserOrFail()
    throw this.#unauthorized()
  }

  /** The first call determines the result for the whole request. */
  async check() {
    this.authenticationAttempted = true
    return (this.#checked ??= this.#check())
  }

  getUserOrFail() {
    if (!this.user) throw this.#unauthorized()
    return this.user
  }

  /** Whether the token may send calls that need this scope. */
  allows(scope: TokenScope): boolean {
    return this.#token?.allows(scope) ?? false
  }

  /** Counts a call of the token. Returns null, or the seconds to wait when it sends too many. */
  count(): Promise<number | null> {
    return this.#parts.limit.count(String(this.#token!.identifier))
  }

  /** Not supported, because tests send tokens over HTTP. */
  async authenticateAsClient(): Promise<never> {
    throw new Error('Send the token over HTTP instead.')
  }

  async #check() {
    const authorization = this.ctx.request.header('authorization')
    if (authorization === undefined || !hasToken(authorization)) return false
    const token = await this.#parts.tokens.verify(new Secret(authorization.slice('bearer '.length)))
    const found = token && (await this.#parts.users.find(String(token.tokenableId), this.ctx))
    if (!found) return false
    this.#token = token
    this.user = found.user
    this.hasAgreed = found.hasAgreed
    this.isAuthenticated = true
    return true
  }

  #unauthorized() {
    return new errors.E_UNAUTHORIZED_ACCESS('This token is wrong, revoked or expired.', {
      guardDriverName: this.driverName,
    })
  }
}

/** The guard for `config/auth.ts`. Loads its code at the first request. */
export const tokenGuard: GuardConfigProvider<(ctx: HttpContext) => TokenGuard> = {
  async resolver(_name, { container }) {
    const { AccessTokens } = await import('./access_tokens.ts')
    const { TokenCallLimit } = await import('./rate_limits.ts')
    const [tokens, users] = [await container.make(AccessTokens), await container.make(CurrentUsers)]
    const parts = { tokens, users, limit: await container.make(TokenCallLimit) }
    return (ctx) => new TokenGuard(ctx, parts)
  },
}
