import type { HttpContext } from '@adonisjs/core/http'
import { problem, type FieldProblem } from '#modules/kernel/problem'
import type { WriteRefusal } from '../actions/refusal.ts'

/** Sends the same response for unknown lorebooks and for those of other users. */
export const noSuchLorebook = (ctx: HttpContext) => problem(ctx, 404, 'not_found', 'This lorebook does not exist.')

export const invalid = (ctx: HttpContext, problems: FieldProblem[]) =>
  problem(ctx, 422, 'validation_failed', problems[0]!.message, problems)

export const tooMany = (ctx: HttpContext, { retryAfterSeconds }: { retryAfterSeconds: number }, things: string) => {
  ctx.response.header('Retry-After', String(retryAfterSeconds))
  return problem(ctx, 429, 'too_many_requests', `That's too many ${things} in a short time. Please wait a while.`)
}

export const refuseWrite = (ctx: HttpContext, refusal: WriteRefusal) => {
  switch (refusal.kind) {
    case 'unknown':
      return noSuchLorebook(ctx)
    case 'unknown_entry':
      return problem(ctx, 404, 'no_such_entry', 'This entry does not exist.')
    case 'invalid':
      return invalid(ctx, refusal.problems)
    case 'stale':
      return problem(ctx, 409, 'stale', 'This was changed elsewhere. Reload it, then save again.')
    case 'full':
      return problem(ctx, 422, 'limit_reached', refusal.message)
    case 'too_many':
      return tooMany(ctx, refusal, 'changes')
  }
}
