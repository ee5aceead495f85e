import { TokenCookie } from '../http/token_cookie.ts'
import { secondStepMinutes } from './second_steps.ts'

/** The cookie that identifies the browser between the two steps. */
export class SecondStepCookie extends TokenCookie {
  constructor({ secure }: { secure: boolean }) {
    super({ name: 'facet_second_step', secure, maxAge: secondStepMinutes * 60 })
  }
}
