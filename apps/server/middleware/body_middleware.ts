import BodyParserMiddleware from '@adonisjs/core/bodyparser_middleware'
import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'

/** Reads and parses bodies, but for webhooks: their signatures are over the bytes, so their controllers read those themselves. */
export default class BodyMiddleware extends BodyParserMiddleware {
  override async handle(ctx: HttpContext, next: NextFn) {
    return ctx.request.url().startsWith('/api/webhooks/') ? next() : super.handle(ctx, next)
  }
}
