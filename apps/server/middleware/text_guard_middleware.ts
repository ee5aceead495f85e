import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { problem } from '#modules/kernel/problem'
import { isStorable } from '#modules/kernel/text'

/** Texts that PostgreSQL and UTF-8 can't hold end here, named by field, before any call sees them. */
export default class TextGuardMiddleware {
  async handle(ctx: HttpContext, next: NextFn) {
    const field = unstorable(ctx.request.all(), '') ?? unstorable(ctx.params, '')
    if (field === null) return next()
    const message = 'The text has characters that can’t be stored: NUL, or half of a surrogate pair.'
    return problem(ctx, 422, 'unstorable_text', message, [{ field, rule: 'storable', message }])
  }
}

/** The path of the first such text, or null. How deep it goes the body middleware has seen to. */
const unstorable = (value: unknown, path: string): string | null => {
  if (typeof value === 'string') return isStorable(value) ? null : path
  if (typeof value !== 'object' || value === null) return null
  for (const [key, inner] of Object.entries(value)) {
    if (!isStorable(key)) return path || 'body'
    const found = unstorable(inner, path ? `${path}.${key}` : key)
    if (found !== null) return found
  }
  return null
}
