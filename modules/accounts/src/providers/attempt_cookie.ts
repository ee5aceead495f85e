import { randomBytes } from 'node:crypto'
import type { HttpContext } from '@adonisjs/core/http'
import { hostCookie } from '../domain/host_cookie.ts'
import { attemptMinutes } from './attempt_store.ts'

const tokenShape = /^[A-Za-z0-9_-]{43}$/

/** By which a browser that comes back from a provider is known for the one that went there. */
export class AttemptCookie {
  readonly #name: string
  readonly #secure: boolean

  constructor({ secure }: { secure: boolean }) {
    this.#name = hostCookie('facet_sign_in', secure)
    this.#secure = secure
  }

  /** The browser's token; null when it has none. */
  read({ request }: HttpContext): string | null {
    const token: unknown = request.plainCookie(this.#name, { encoded: false })
    return typeof token === 'string' && tokenShape.test(token) ? token : null
  }

  /** The browser's token, as long as its attempts last. It keeps the one it has, so that two tabs may both be on their way. */
  mark(ctx: HttpContext): string {
    const token = this.read(ctx) ?? randomBytes(32).toString('base64url')
    ctx.response.plainCookie(this.#name, token, {
      httpOnly: true,
      // It comes back by a link of another site.
      sameSite: 'lax',
      secure: this.#secure,
      path: '/',
      maxAge: attemptMinutes * 60,
      encode: false,
    })
    return token
  }
}
