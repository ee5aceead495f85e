import type { HttpContext } from '@adonisjs/core/http'
import { problem, type FieldProblem } from '#modules/kernel/problem'
import { retryMessage } from './retry_message.ts'

/** Responds with 422 and one error per field. The first error's message is the response's message. */
export const refuseInvalid = (ctx: HttpContext, failures: FieldProblem[]) => {
  const errors = failures.map(({ field, rule, message }) => ({ field, rule, message }))
  return problem(ctx, 422, 'invalid', errors[0]?.message ?? 'Something is missing.', errors)
}

export const refuseMissingPassword = (ctx: HttpContext) =>
  refuseInvalid(ctx, [{ field: 'currentPassword', rule: 'required', message: 'Please enter your current password.' }])

export const refuseWrongPassword = (ctx: HttpContext, message = 'The current password is wrong.') =>
  problem(ctx, 422, 'wrong_password', message, [{ field: 'currentPassword', rule: 'password', message }])

export const refuseTooMany = (ctx: HttpContext, retryAfterSeconds: number, reason: string) => {
  ctx.response.header('Retry-After', String(retryAfterSeconds))
  return problem(ctx, 429, 'too_many_requests', `${reason} ${retryMessage(retryAfterSeconds)}`)
}
