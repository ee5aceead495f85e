import type { HttpContext } from '@adonisjs/core/http'
import type { Actor } from '../actions/actor.ts'

/** Returns the caller, who has passed the gate. */
export const actorOf = (ctx: HttpContext): Actor => {
  const { id, role, hasSecondFactor } = ctx.auth.getUserOrFail()
  return { id, role, hasSecondFactor, isProven: () => ctx.auth.use('web').isProven() }
}
