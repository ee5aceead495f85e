import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { problem } from '#modules/kernel/refusals'
import { isStorable } from '#modules/kernel/text'

/** Refuses text that PostgreSQL or UTF-8 can't store, and names the field. */
export default class TextGuardMiddleware {
  async handle(ctx: HttpContext, next: NextFn) {
    const found = unstorable(ctx.request.all()) ?? unstorable(ctx.params)
    if (found === null) return next()
    const field = found.join('.') || 'body'
    const message = 'The text has characters that can’t be stored: NUL, or half of a surrogate pair.'
    return problem(ctx, 422, 'unstorable_text', message, [{ field, rule: 'storable', message }])
  }
}

/** Returns the path to the first text that can't be stored, or null. The body middleware limits the depth, but lists may be very long. */
const unstorable = (value: unknown): string[] | null => {
  if (typeof value === 'string') return isStorable(value) ? null : []
  if (typeof value !== 'object' || value === null) return null
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) {
      const found = unstorable(value[at])
      if (found !== null) return [String(at), ...found]
    }
    return null
  }
  for (const [key, inner] of Object.entries(value)) {
    if (!isStorable(key)) return []
    const found = unstorable(inner)
    if (found !== null) return [key, ...found]
  }
  return null
}
