import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { securityHeaders } from '#config/security_headers'

const headers = Object.entries(securityHeaders)

/**
 * What every answer bears: pages, calls, files and streams alike. Set on Node's own response, which keeps them for whoever writes the
 * head, so that nothing is left out and who answers with something stricter sets it again. Answers of calls are nobody's to keep
 * unless a call says otherwise.
 */
export default class SecurityHeadersMiddleware {
  handle({ request, response: { response } }: HttpContext, next: NextFn) {
    for (const [name, value] of headers) response.setHeader(name, value)
    if (request.url().startsWith('/api/')) response.setHeader('Cache-Control', 'no-store')
    return next()
  }
}
