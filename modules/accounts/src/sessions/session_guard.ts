import { errors, symbols } from '@adonisjs/auth'
import type { GuardContract } from '@adonisjs/auth/types'
import type { HttpContext } from '@adonisjs/core/http'
import type { CurrentUser } from '../current_user.ts'
import { deviceName } from '../domain/device_name.ts'
import { limits } from '../domain/limits.ts'
import { TokenCookie } from '../http/token_cookie.ts'
import type { NewSession, SessionStore } from './session_store.ts'

type VerifiedFactors = Pick<NewSession, 'passwordHash' | 'factorSince'>

/** Signs people in by an opaque cookie and a row on the server. One read per call; none without the cookie. */
export class SessionGuard implements GuardContract<CurrentUser> {
  declare [symbols.GUARD_KNOWN_EVENTS]: never
  readonly driverName = 'facet_session'
  user?: CurrentUser
  isAuthenticated = false
  authenticationAttempted = false

  readonly #ctx: HttpContext
  readonly #store: SessionStore
  readonly #cookie: TokenCookie
  #checked?: Promise<boolean>
  /** Under which the session goes on, when this request has given it another. */
  #newToken?: string

  constructor(ctx: HttpContext, store: SessionStore, { secure, days }: { secure: boolean; days: number }) {
    this.#ctx = ctx
    this.#store = store
    this.#cookie = new TokenCookie({ name: 'facet_session', secure, maxAge: days * 24 * 60 * 60 })
  }

  /** Throws E_UNAUTHORIZED_ACCESS for who is not signed in. */
  async authenticate() {
    if (await this.check()) return this.getUserOrFail()
    throw this.#unauthorized()
  }

  /** The first call decides for the whole request. */
  async check() {
    this.authenticationAttempted = true
    return (this.#checked ??= this.#check())
  }

  getUserOrFail() {
    if (!this.user) throw this.#unauthorized()
    return this.user
  }

  /**
   * Starts a session for a user whose password was right. Whatever token the browser came with is worth nothing after. False when
   * the password, whose hash this was, or the second factor has changed since it was looked at.
   */
  async signIn(userId: string, shown: VerifiedFactors = {}): Promise<boolean> {
    const device = deviceName(this.#ctx.request.header('user-agent'))
    const token = await this.#store.open({ userId, previousToken: this.token, device, ...shown })
    if (token !== null) this.#cookie.set(this.#ctx, token)
    return token !== null
  }

  /** Whether this session's owner has shown who they are within the hour: by signing in, or since then. */
  isProven(): Promise<boolean> {
    return this.#store.isProven(this.token, limits.proofMinutes)
  }

  /** They have shown it now. The session goes on under a new token. False when it has ended meanwhile. */
  async prove(): Promise<boolean> {
    const { token } = this
    const next = token === null ? null : await this.#store.prove(token)
    if (next === null) return false
    this.#newToken = next
    this.#cookie.set(this.#ctx, next)
    return true
  }

  /** Ends the session on the server; the cookie goes too. The second time changes nothing. */
  async signOut() {
    const { token } = this
    if (token !== null) await this.#store.end(token)
    this.user = undefined
    this.isAuthenticated = false
    this.#checked = Promise.resolve(false)
    this.#cookie.clear(this.#ctx)
  }

  /** The same for every browser in which this user is signed in. */
  async signOutEverywhere() {
    await this.#store.endAll(this.getUserOrFail().id)
    await this.signOut()
  }

  /** Of this browser's session, so that it can be spared when the others end. */
  get token(): string | null {
    return this.#newToken ?? this.#cookie.read(this.#ctx)
  }

  /** Not offered: tests sign in as people do. */
  async authenticateAsClient(): Promise<never> {
    throw new Error('Sign in over HTTP instead: tests go through the same door as people.')
  }

  async #check() {
    const { token } = this
    const session = token === null ? null : await this.#store.find(token)
    if (token === null || session === null) return false

    // Only when it is this token's still: a proof made beside this request has given the browser another.
    if (session.stale && (await this.#store.touch(token))) this.#cookie.set(this.#ctx, token)
    this.user = session.user
    this.isAuthenticated = true
    return true
  }

  #unauthorized() {
    return new errors.E_UNAUTHORIZED_ACCESS('Please log in first.', { guardDriverName: this.driverName })
  }
}
