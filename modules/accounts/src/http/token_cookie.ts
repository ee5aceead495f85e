import type { HttpContext } from '@adonisjs/core/http'
import { hostCookie } from '../domain/host_cookie.ts'
import { isToken } from '../domain/token.ts'

interface Options {
  name: string
  secure: boolean
  /** Lifetime in seconds. */
  maxAge: number
}

/** A cookie with one of our tokens. It is `SameSite=Lax`, because users arrive by links from other sites and return from providers. */
export class TokenCookie {
  readonly #name: string
  readonly #options

  constructor({ name, secure, maxAge }: Options) {
    this.#name = hostCookie(name, secure)
    this.#options = { httpOnly: true, sameSite: 'lax', secure, path: '/', maxAge, encode: false } as const
  }

  read({ request }: HttpContext): string | null {
    const token: unknown = request.plainCookie(this.#name, { encoded: false })
    return isToken(token) ? token : null
  }

  set({ response }: HttpContext, token: string) {
    response.plainCookie(this.#name, token, this.#options)
  }

  clear({ response }: HttpContext) {
    response.clearCookie(this.#name, this.#options)
  }
}
