import { errors, symbols } from '@adonisjs/auth'
import type { GuardContract } from '@adonisjs/auth/types'
import type { HttpContext } from '@adonisjs/core/http'
import type { CurrentUser } from '../current_user.ts'
import { deviceName } from '../domain/device_name.ts'
import { limits } from '../domain/limits.ts'
import { TokenCookie } from '../http/token_cookie.ts'
import type { NewSession, SessionStore } from './session_store.ts'

type VerifiedFactors = Pick<NewSession, 'passwordHash' | 'factorSince'>

/** Authenticates by an opaque cookie and a row in `auth_sessions`. Costs one query per request with a cookie, none without. */
export class SessionGuard implements GuardContract<CurrentUser> {
  declare [symbols.GUARD_KNOWN_EVENTS]: never
  readonly driverName = 'facet_session'
  user?: CurrentUser
  isAuthenticated = false
  authenticationAttempted = false

  /** Stays the same when a proof rotates the token. */
  sessionId?: string
  /** Whether the user has agreed to the newest terms and rules. */
  hasAgreed = false
  /** Whether the law of the request's country closes adult content. */
  readonly isAdultBlocked: boolean
  readonly #cookie: TokenCookie
  #checked?: Promise<boolean>
  /** The token that replaced the session's token during this request. */
  #newToken?: string

  constructor(
    private readonly ctx: HttpContext,
    private readonly store: SessionStore,
    { secure, days, isAdultBlocked = false }: { secure: boolean; days: number; isAdultBlocked?: boolean }
  ) {
    this.isAdultBlocked = isAdultBlocked
    this.#cookie = new TokenCookie({ name: 'facet_session', secure, maxAge: days * 24 * 60 * 60 })
  }

  /** Throws E_UNAUTHORIZED_ACCESS without a session. */
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

  getSessionIdOrFail(): string {
    if (this.sessionId === undefined) throw this.#unauthorized()
    return this.sessionId
  }

  /**
   * Starts a session for a verified user under a new token and ends the browser's previous session. Returns false when the password or the
   * second factor changed since verification.
   */
  async signIn(userId: string, verified: VerifiedFactors = {}): Promise<boolean> {
    const device = deviceName(this.ctx.request.header('user-agent'))
    const token = await this.store.open({ userId, previousToken: this.token, device, ...verified })
    if (token !== null) this.#cookie.set(this.ctx, token)
    return token !== null
  }

  /** Whether the user proved their identity within the hour. */
  isProven(): Promise<boolean> {
    return this.store.isProven(this.token, limits.proofMinutes)
  }

  /** Records a proof and rotates the session's token. Returns false when the session has ended. */
  async prove(): Promise<boolean> {
    const { token } = this
    const next = token === null ? null : await this.store.prove(token)
    if (next === null) return false
    this.#newToken = next
    this.#cookie.set(this.ctx, next)
    return true
  }

  /** Ends the session and clears the cookie. Idempotent. */
  async signOut() {
    const { token } = this
    if (token !== null) await this.store.end(token)
    this.user = undefined
    this.sessionId = undefined
    this.isAuthenticated = false
    this.#checked = Promise.resolve(false)
    this.#cookie.clear(this.ctx)
  }

  async signOutEverywhere() {
    await this.store.endAll(this.getUserOrFail().id)
    await this.signOut()
  }

  /** The token of this browser's session. */
  get token(): string | null {
    return this.#newToken ?? this.#cookie.read(this.ctx)
  }

  /** Not supported, because tests sign in over HTTP. */
  async authenticateAsClient(): Promise<never> {
    throw new Error('Sign in over HTTP instead.')
  }

  async #check() {
    const { token } = this
    const session = token === null ? null : await this.store.find(token)
    if (token === null || session === null) return false

    // Renews the cookie only while the token is current, because a parallel proof may have rotated it.
    if (session.stale && (await this.store.touch(token))) this.#cookie.set(this.ctx, token)
    this.user = this.isAdultBlocked ? { ...session.user, limitlessEnabled: false } : session.user
    this.sessionId = session.sessionId
    this.hasAgreed = session.hasAgreed
    this.isAuthenticated = true
    return true
  }

  #unauthorized() {
    return new errors.E_UNAUTHORIZED_ACCESS('Please log in first.', { guardDriverName: this.driverName })
  }
}
