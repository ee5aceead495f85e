import type { HttpContext } from '@adonisjs/core/http'
import { hostCookie } from '../domain/host_cookie.ts'
import { isToken } from '../domain/token.ts'

interface Options {
  name: string
  secure: boolean
  /** How long browsers keep it, in seconds. */
  maxAge: number
}

/** A cookie that holds a token of ours and nothing else. Lax: people come by links of other sites, and back from providers. */
export class TokenCookie {
  readonly #name: string
  readonly #options

  constructor({ name, secure, maxAge }: Options) {
    this.#name = hostCookie(name, secure)
    this.#options = { httpOnly: true, sameSite: 'lax', secure, path: '/', maxAge, encode: false } as const
  }

  /** The browser's token; null when it has none. */
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
