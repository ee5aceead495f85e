import type { HttpContext } from '@adonisjs/core/http'
import { newToken } from '../domain/token.ts'
import { TokenCookie } from '../http/token_cookie.ts'
import { attemptMinutes } from './attempt_store.ts'

/** By which a browser that comes back from a provider is known for the one that went there. */
export class AttemptCookie extends TokenCookie {
  constructor({ secure }: { secure: boolean }) {
    super({ name: 'facet_sign_in', secure, maxAge: attemptMinutes * 60 })
  }

  /** The browser's token, as long as its attempts last. It keeps the one it has, so that two tabs may both be on their way. */
  ensure(ctx: HttpContext): string {
    const token = this.read(ctx) ?? newToken()
    this.set(ctx, token)
    return token
  }
}
