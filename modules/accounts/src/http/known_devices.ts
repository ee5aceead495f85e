import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { HttpContext } from '@adonisjs/core/http'
import type { SignInSource } from '../actions/sign_in_limits.ts'
import { hostCookie } from '../domain/host_cookie.ts'
import { lowerEmail } from '../domain/lower_email.ts'

/** A browser is remembered so long after a sign-in in it. */
const days = 365
/** A browser of a family knows a few accounts. The last used stay. */
const accountsMax = 5

const idShape = /^[A-Za-z0-9_-]{22}$/

/**
 * Which browsers somebody has signed in with before, by a cookie that each keeps: an id, and for each account a mark that only this
 * server can make. It signs nobody in. It only gives such a browser tries of its own, so that a stranger who guesses at an account
 * does not keep its owner out (OWASP, "Device cookies").
 */
export class KnownDevices {
  readonly #key: string
  readonly #secure: boolean
  readonly #cookieName: string

  constructor({ key, secure }: { key: string; secure: boolean }) {
    this.#key = key
    this.#secure = secure
    this.#cookieName = hostCookie('facet_device', secure)
  }

  /** Who tries by this request to show that the account is theirs, as tries are counted. */
  sourceOf(ctx: HttpContext, email: string): SignInSource {
    return { email, address: ctx.request.ip(), device: this.#device(ctx, email) }
  }

  /** Somebody has just shown, in this browser, that the account is theirs. */
  remember(ctx: HttpContext, email: string) {
    const { id: known, marks } = this.#cookie(ctx)
    const id = known ?? randomBytes(16).toString('base64url')
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

  /** What this browser's tries on that account are counted by; null when nobody signed in to it here before. */
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

const isSame = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
