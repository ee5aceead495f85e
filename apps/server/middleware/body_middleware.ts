import BodyParserMiddleware from '@adonisjs/core/bodyparser_middleware'
import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'

/**
 * Reads and parses bodies, but for those that their controllers read: a webhook's signature is over its bytes, and an import is
 * too large to be read before it is known who sends it.
 */
export default class BodyMiddleware extends BodyParserMiddleware {
  override async handle(ctx: HttpContext, next: NextFn) {
    const path = ctx.request.url()
    const readsItself = path.startsWith('/api/webhooks/') || path === '/api/admin/import-characters'
    return readsItself ? next() : super.handle(ctx, next)
  }
}
