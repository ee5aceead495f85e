import type { HttpContext } from '@adonisjs/core/http'
import { problem } from '#modules/kernel/problem'

/** Sends an error response with the time after which the same request may succeed. */
export const refuseForNow = (ctx: HttpContext, status: number, code: string, message: string, seconds: number) => {
  ctx.response.header('Retry-After', String(seconds))
  return problem(ctx, status, code, message)
}
