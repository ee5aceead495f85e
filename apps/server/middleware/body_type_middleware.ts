import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { problem } from '#modules/kernel/problem'

/** Paths that accept plain HTML forms. */
const formPaths = new Set(['/api/login', '/api/login/second-step', '/api/register'])
const isFormPath = (path: string) => formPaths.has(path) || path.startsWith('/payments/')

/** Answers 415 for unsupported and compressed bodies. A compressed body may expand a thousandfold. */
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
    const isSupported =
      type === 'application/json' ||
      (type === 'application/x-www-form-urlencoded' && isFormPath(path)) ||
      (type === 'multipart/form-data' && path.startsWith('/api/uploads/'))
    if (isSupported) return next()
    return problem(ctx, 415, 'unsupported_media_type', 'Send the body as JSON, with Content-Type: application/json.')
  }
}
