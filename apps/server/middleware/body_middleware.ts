import BodyParserMiddleware from '@adonisjs/core/bodyparser_middleware'
import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { problem } from '#modules/kernel/problem'

/** Far beyond what any call takes, and far from where a walk through it would run out of stack. */
const levelsMax = 50

/**
 * Reads and parses bodies, but for those that their controllers read: a webhook's signature is over its bytes, and an import is
 * too large to be read before it is known who sends it.
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
      // The parser copies what it has read, level by level, and runs out of stack at some ten thousand.
      if (!isRead && error instanceof RangeError) return refuseTooDeep(ctx)
      throw error
    }
  }
}

const refuseTooDeep = (ctx: HttpContext) =>
  problem(ctx, 400, 'malformed', `The body is nested too deeply: ${levelsMax} levels are the most that we read.`)

const isTooDeep = (body: unknown): boolean => {
  let level = isOpen(body) ? [body] : []
  for (let levels = 0; levels < levelsMax; levels++) {
    level = level.flatMap((open) => Object.values(open).filter(isOpen))
    if (level.length === 0) return false
  }
  return true
}

const isOpen = (value: unknown): value is object => typeof value === 'object' && value !== null
