import type { HttpContext } from '@adonisjs/core/http'
import { problem, type FieldProblem } from '#modules/kernel/problem'
import { waitSentence } from './wait_sentence.ts'

/** 422 with what is wrong, field by field; the first sentence is the answer's own. */
export const refuseInvalid = (ctx: HttpContext, failures: FieldProblem[]) => {
  const errors = failures.map(({ field, rule, message }) => ({ field, rule, message }))
  return problem(ctx, 422, 'invalid', errors[0]?.message ?? 'Something is missing.', errors)
}

/** 429, with when to come back. */
export const refuseTooMany = (ctx: HttpContext, retryAfterSeconds: number, what: string) => {
  ctx.response.header('Retry-After', String(retryAfterSeconds))
  return problem(ctx, 429, 'too_many_requests', `${what} ${waitSentence(retryAfterSeconds)}`)
}
