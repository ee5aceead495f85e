import type { HttpContext } from '@adonisjs/core/http'
import { hostCookie } from '../domain/host_cookie.ts'
import { secondStepMinutes } from './second_steps.ts'

const tokenShape = /^[A-Za-z0-9_-]{43}$/

/** Lax: who comes back from a provider comes by a link of another site. */
const options = (secure: boolean) => ({ httpOnly: true, sameSite: 'lax', secure, path: '/', encode: false }) as const

/** How a browser is known between the two steps of a sign-in. */
export class SecondStepCookie {
  readonly #name: string
  readonly #secure: boolean

  constructor({ secure }: { secure: boolean }) {
    this.#name = hostCookie('facet_second_step', secure)
    this.#secure = secure
  }

  read({ request }: HttpContext): string | null {
    const token: unknown = request.plainCookie(this.#name, { encoded: false })
    return typeof token === 'string' && tokenShape.test(token) ? token : null
  }

  set({ response }: HttpContext, token: string) {
    response.plainCookie(this.#name, token, { ...options(this.#secure), maxAge: secondStepMinutes * 60 })
  }

  clear({ response }: HttpContext) {
    response.clearCookie(this.#name, options(this.#secure))
  }
}
