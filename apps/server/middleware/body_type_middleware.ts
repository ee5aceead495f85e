import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { problem } from '#modules/kernel/problem'

/** What a plain HTML form may send to: signing in, and the pages of a payment provider. */
const formPaths = new Set(['/api/login', '/api/login/second-step', '/api/register'])
const isFormPath = (path: string) => formPaths.has(path) || path.startsWith('/payments/')

/** 415 for a body we do not read, a compressed one too: it may be a thousand times what was sent. A request without a body needs no content type. */
export default class BodyTypeMiddleware {
  async handle(ctx: HttpContext, next: NextFn) {
    const { request } = ctx
    const hasBody =
      request.header('transfer-encoding') !== undefined || Number(request.header('content-length') ?? 0) > 0
    if (!hasBody || request.method() === 'GET' || request.method() === 'HEAD') return next()
    const path = request.url()
    if (path.startsWith('/api/webhooks/')) return next()
    if ((request.header('content-encoding') ?? 'identity').trim().toLowerCase() !== 'identity')
      return problem(ctx, 415, 'unsupported_encoding', 'Send the body as it is, without a Content-Encoding.')
    const type = (request.header('content-type') ?? '').split(';')[0]!.trim().toLowerCase()
    const isRead =
      type === 'application/json' ||
      (type === 'application/x-www-form-urlencoded' && isFormPath(path)) ||
      (type === 'multipart/form-data' && path.startsWith('/api/uploads/'))
    if (isRead) return next()
    return problem(ctx, 415, 'unsupported_media_type', 'Send the body as JSON, with Content-Type: application/json.')
  }
}
