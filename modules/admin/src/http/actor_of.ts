import type { HttpContext } from '@adonisjs/core/http'
import { isProven } from '#modules/accounts/index'
import type { Actor } from '../actions/actor.ts'

/** Returns the caller. */
export const actorOf = (ctx: HttpContext): Actor => {
  const { id, role, hasSecondFactor } = ctx.auth.getUserOrFail()
  return { id, role, hasSecondFactor, isProven: () => isProven(ctx) }
}
