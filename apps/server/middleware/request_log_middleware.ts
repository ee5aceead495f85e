import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'

/** Logs one line per call, with the request id, which is also sent back. Paths contain ids and usernames, but no other user text. */
export default class RequestLogMiddleware {
  async handle(ctx: HttpContext, next: NextFn) {
    const started = performance.now()
    const { request, response, logger } = ctx
    response.response.setHeader('X-Request-Id', request.id() ?? '')
    response.response.once('close', () => {
      const status = response.response.statusCode
      const line = {
        method: request.method(),
        path: request.url(),
        status,
        ms: Math.round(performance.now() - started),
      }
      if (status >= 500) logger.error(line, 'answered')
      else if (logger.isLevelEnabled('debug') || /^\/(api\/|v1\/|mcp$)/.test(request.url()))
        logger.info(line, 'answered')
    })
    return next()
  }
}
