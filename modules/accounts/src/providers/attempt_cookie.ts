import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { newToken } from '../domain/token.ts'
import { CookieSettings } from '../settings.ts'
import { TokenCookie } from '../http/token_cookie.ts'
import { attemptMinutes } from './attempt_store.ts'

/** Ties an attempt to the browser that started it. */
@inject()
export class AttemptCookie extends TokenCookie {
  constructor({ secure }: CookieSettings) {
    super({ name: 'facet_sign_in', secure, maxAge: attemptMinutes * 60 })
  }

  /** Returns the browser's token, or sets a new one. An existing token is reused, so two tabs can sign in at once. */
  ensure(ctx: HttpContext): string {
    const token = this.read(ctx) ?? newToken()
    this.set(ctx, token)
    return token
  }
}
