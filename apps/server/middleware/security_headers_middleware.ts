import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { securityHeaders } from '#config/security_headers'

const headers = Object.entries(securityHeaders)

/**
 * Sets the security headers of every response. They are set on Node's response, so that files and streams have them too, and a handler may
 * still override them. API responses are not cached unless a handler allows it.
 */
export default class SecurityHeadersMiddleware {
  handle({ request, response: { response } }: HttpContext, next: NextFn) {
    for (const [name, value] of headers) response.setHeader(name, value)
    // Pictures replace it. A CDN must not keep an answer that there is none.
    if (/^\/(api|pictures)\//.test(request.url())) response.setHeader('Cache-Control', 'no-store')
    return next()
  }
}
