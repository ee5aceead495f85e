import { TokenCookie } from '../http/token_cookie.ts'
import { secondStepMinutes } from './second_steps.ts'

/** How a browser is known between the two steps of a sign-in. */
export class SecondStepCookie extends TokenCookie {
  constructor({ secure }: { secure: boolean }) {
    super({ name: 'facet_second_step', secure, maxAge: secondStepMinutes * 60 })
  }
}
