import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { contentSecurityPolicy } from '#config/shield'

/** What a page from here may load and run. Who answers with something stricter sets the header again. */
export default class ContentPolicyMiddleware {
  handle({ response }: HttpContext, next: NextFn) {
    response.header('Content-Security-Policy', contentSecurityPolicy)
    return next()
  }
}
