import type { HttpContext } from '@adonisjs/core/http'
import { problem, type FieldProblem } from '#modules/kernel/refusals'
import { isOutage } from '#modules/kernel/sql'

interface Thrown {
  code?: string
  status?: number
  message?: string
  messages?: FieldProblem[]
  /** The code of the response to an invalid request. */
  problemCode?: string
  retryAfterSeconds?: number
}

/** Turns errors into problem responses. No internal details are sent. */
export default class ExceptionHandler {
  handle(error: unknown, ctx: HttpContext) {
    const { code = '', status = 500, messages, problemCode = 'validation_failed' } = (error ?? {}) as Thrown
    switch (code) {
      case 'E_ROUTE_NOT_FOUND':
        return problem(ctx, 404, 'not_found', 'There is nothing at this address.')
      case 'E_UNAUTHORIZED_ACCESS':
        return problem(ctx, 401, 'signed_out', 'Please log in first.')
      case 'E_VALIDATION_ERROR': {
        const errors = (messages ?? []).map(({ field, rule, message }) => ({ field, rule, message }))
        return problem(ctx, 422, problemCode, errors[0]?.message ?? 'The request is invalid.', errors)
      }
      case 'E_REQUEST_ENTITY_TOO_LARGE':
        return tooLarge(ctx)
      case 'E_HASHING_BUSY':
        ctx.response.header('Retry-After', String((error as Thrown).retryAfterSeconds))
        return problem(
          ctx,
          503,
          'busy',
          'Too many passwords are being checked right now. Please try again in a few seconds.'
        )
    }
    if (status === 400) return problem(ctx, 400, 'malformed', 'The request could not be read: is the body valid JSON?')
    if (status === 413) return tooLarge(ctx)
    if (status === 415)
      return problem(ctx, 415, 'unsupported_media_type', 'Send the body as JSON, with Content-Type: application/json.')
    if (isOutage(error)) {
      ctx.response.header('Retry-After', '2')
      return problem(ctx, 503, 'unavailable', 'We can’t reach our database right now. Please try again in a moment.')
    }
    return problem(ctx, 500, 'internal', 'Something went wrong on our side. Please try again.')
  }

  report(error: unknown, { logger, request }: HttpContext) {
    const { code, status = 500 } = (error ?? {}) as Thrown
    if (code === 'E_HASHING_BUSY') logger.warn({ path: request.url() }, 'too many passwords waiting to be hashed')
    else if (status >= 500) logger.error({ err: error, path: request.url() }, 'request failed')
  }
}

/** Reads and discards the rest of the body. Otherwise the client would block while writing and never read the response. */
const tooLarge = (ctx: HttpContext) => {
  ctx.request.request.resume()
  return problem(ctx, 413, 'too_large', 'The request is too large.')
}
