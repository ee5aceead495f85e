import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import type { SignInSource } from '../actions/sign_in_limits.ts'
import { hostCookie } from '../domain/host_cookie.ts'
import { CookieSettings, SignInSettings } from '../settings.ts'
import { lowerEmail } from '../domain/lower_email.ts'

/** How long a browser is remembered after a sign-in. */
const days = 365
/** Maximum accounts per browser. The most recently used accounts stay. */
const accountsMax = 5

const idShape = /^[A-Za-z0-9_-]{22}$/

/**
 * Recognizes browsers that signed in to an account before, by a cookie with an id and one HMAC per account. The cookie doesn't sign in. It
 * gives the browser a rate limit of its own, so that guesses from elsewhere can't lock out the owner (OWASP, "Device cookies").
 */
@inject()
export class KnownDevices {
  readonly #key: string
  readonly #secure: boolean
  readonly #cookieName: string

  constructor({ deviceKey }: SignInSettings, { secure }: CookieSettings) {
    this.#key = deviceKey
    this.#secure = secure
    this.#cookieName = hostCookie('facet_device', secure)
  }

  sourceOf(ctx: HttpContext, email: string): SignInSource {
    return { email, address: ctx.request.ip(), device: this.#device(ctx, email) }
  }

  /** Records that this browser just signed in to the account. */
  remember(ctx: HttpContext, email: string) {
    const { id: existing, marks } = this.#cookie(ctx)
    const id = existing ?? randomBytes(16).toString('base64url')
    const mark = this.#mark(id, email)
    const others = marks.filter((other) => !isSame(other, mark)).slice(0, accountsMax - 1)
    ctx.response.plainCookie(this.#cookieName, [id, mark, ...others].join('.'), {
      httpOnly: true,
      sameSite: 'strict',
      secure: this.#secure,
      path: '/',
      maxAge: days * 24 * 60 * 60,
      encode: false,
    })
  }

  /** Returns the browser's rate-limit key for an account, or null when the browser never signed in to that account. */
  #device(ctx: HttpContext, email: string): string | null {
    const { id, marks } = this.#cookie(ctx)
    if (id === null) return null
    const mark = this.#mark(id, email)
    return marks.some((other) => isSame(other, mark)) ? mark : null
  }

  #cookie({ request }: HttpContext): { id: string | null; marks: string[] } {
    const value: unknown = request.plainCookie(this.#cookieName, { encoded: false })
    const [id = '', ...marks] = typeof value === 'string' ? value.split('.', accountsMax + 1) : []
    return idShape.test(id) ? { id, marks } : { id: null, marks: [] }
  }

  #mark(id: string, email: string) {
    return createHmac('sha256', this.#key)
      .update(`${id}:${lowerEmail(email)}`)
      .digest('base64url')
  }
}

const isSame = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
