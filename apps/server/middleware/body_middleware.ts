import BodyParserMiddleware from '@adonisjs/core/bodyparser_middleware'
import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { problem } from '#modules/kernel/problem'

/** More than any call needs, and far from a stack overflow. */
const levelsMax = 50

/**
 * Parses request bodies, except those that controllers read themselves: webhook signatures cover the raw bytes, and imports are too large
 * to read before authentication.
 */
export default class BodyMiddleware extends BodyParserMiddleware {
  override async handle(ctx: HttpContext, next: NextFn) {
    const path = ctx.request.url()
    const readsItself = path.startsWith('/api/webhooks/') || path === '/api/admin/import-characters'
    if (readsItself) return next()
    let isRead = false
    try {
      return await super.handle(ctx, () => {
        isRead = true
        return isTooDeep(ctx.request.body()) ? refuseTooDeep(ctx) : next()
      })
    } catch (error) {
      // The parser copies recursively and overflows the stack at about ten thousand levels.
      if (!isRead && error instanceof RangeError) return refuseTooDeep(ctx)
      throw error
    }
  }
}

const refuseTooDeep = (ctx: HttpContext) =>
  problem(ctx, 400, 'malformed', `The body is nested too deeply: at most ${levelsMax} levels are allowed.`)

const isTooDeep = (body: unknown): boolean => {
  let level = isContainer(body) ? [body] : []
  for (let levels = 0; levels < levelsMax; levels++) {
    level = level.flatMap((container) => Object.values(container).filter(isContainer))
    if (level.length === 0) return false
  }
  return true
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null
