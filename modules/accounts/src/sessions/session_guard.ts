import { errors, symbols } from '@adonisjs/auth'
import type { GuardContract } from '@adonisjs/auth/types'
import type { HttpContext } from '@adonisjs/core/http'
import type { CurrentUser } from '../current_user.ts'
import { sessionDays, type SessionStore } from './session_store.ts'

export const cookieName = 'facet_session'

/** 32 random bytes in base64url. Anything else is no token of ours, and is not looked up. */
const tokenShape = /^[A-Za-z0-9_-]{43}$/

/** Signs people in by an opaque cookie and a row on the server. One read per call; none without the cookie. */
export class SessionGuard implements GuardContract<CurrentUser> {
  declare [symbols.GUARD_KNOWN_EVENTS]: never
  readonly driverName = 'facet_session'
  user?: CurrentUser
  isAuthenticated = false
  authenticationAttempted = false

  readonly #ctx: HttpContext
  readonly #store: SessionStore
  readonly #cookie
  #checked?: Promise<boolean>

  constructor(ctx: HttpContext, store: SessionStore, { secure }: { secure: boolean }) {
    this.#ctx = ctx
    this.#store = store
    const maxAge = sessionDays * 24 * 60 * 60
    this.#cookie = { httpOnly: true, sameSite: 'lax', secure, path: '/', maxAge, encode: false } as const
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
   * the password, whose hash this was, has changed since it was looked at.
   */
  async signIn(userId: string, passwordHash: string | null = null): Promise<boolean> {
    const token = await this.#store.open(userId, this.#token(), passwordHash)
    if (token !== null) this.#setCookie(token)
    return token !== null
  }

  /** Ends the session on the server; the cookie goes too. The second time changes nothing. */
  async signOut() {
    const token = this.#token()
    if (token !== null) await this.#store.end(token)
    this.user = undefined
    this.isAuthenticated = false
    this.#checked = Promise.resolve(false)
    this.#ctx.response.clearCookie(cookieName, this.#cookie)
  }

  /** The same for every browser in which this user is signed in. */
  async signOutEverywhere() {
    await this.#store.endAll(this.getUserOrFail().id)
    await this.signOut()
  }

  /** What the browser shows for its session, so that it can be spared when the others end. */
  get token(): string | null {
    return this.#token()
  }

  /** Not offered: tests sign in as people do. */
  async authenticateAsClient(): Promise<never> {
    throw new Error('Sign in over HTTP instead: tests go through the same door as people.')
  }

  async #check() {
    const token = this.#token()
    const session = token === null ? null : await this.#store.find(token)
    if (token === null || session === null) return false

    if (session.stale) {
      await this.#store.touch(token)
      this.#setCookie(token)
    }
    this.user = session.user
    this.isAuthenticated = true
    return true
  }

  #token(): string | null {
    const token: unknown = this.#ctx.request.plainCookie(cookieName, { encoded: false })
    return typeof token === 'string' && tokenShape.test(token) ? token : null
  }

  #setCookie(token: string) {
    this.#ctx.response.plainCookie(cookieName, token, this.#cookie)
  }

  #unauthorized() {
    return new errors.E_UNAUTHORIZED_ACCESS('Please log in first.', { guardDriverName: this.driverName })
  }
}
