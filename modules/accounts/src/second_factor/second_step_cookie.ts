import { inject } from '@adonisjs/core'
import { CookieSettings } from '../settings.ts'
import { TokenCookie } from '../http/token_cookie.ts'
import { secondStepMinutes } from './second_steps.ts'

/** The cookie that identifies the browser between the two steps. */
@inject()
export class SecondStepCookie extends TokenCookie {
  constructor({ secure }: CookieSettings) {
    super({ name: 'facet_second_step', secure, maxAge: secondStepMinutes * 60 })
  }
}
