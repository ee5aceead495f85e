import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import vine from '@vinejs/vine'
import { ok } from '#modules/kernel/result'
import { isLonger } from '#modules/kernel/text'
import { custom, pageCursor, readQuery, type CheckedField } from '#modules/kernel/validation'
import { limits } from '../limits.ts'
import { decodeHit, parseTerms, SearchChats, SearchPace } from '../sessions/index.ts'
import { invalid, lookedUpId, orNull, timeZone } from './fields.ts'
import { refuse } from './refusals.ts'

const day = (value: unknown): CheckedField<string> =>
  typeof value === 'string' && isDay(value)
    ? ok(value)
    : invalid('date', 'from and to must be days, such as 2026-01-31.')

/** PostgreSQL accepts all these years. */
const isDay = (text: string) => {
  if (!/^(?!0000)\d{4}-\d\d-\d\d$/.test(text)) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

@inject()
export default class ChatSearchController {
  static readonly validator = vine.create({
    q: custom((q) =>
      typeof q === 'string' && !isLonger(q, limits.searchMax)
        ? ok(parseTerms(q))
        : invalid('format', `q must be a string of at most ${limits.searchMax} characters.`)
    ),
    characterId: custom(orNull(lookedUpId)),
    sessionId: custom(orNull(lookedUpId)),
    from: custom(orNull(day)),
    to: custom(orNull(day)),
    zone: custom(timeZone),
    cursor: pageCursor(decodeHit),
  })

  constructor(
    private readonly searchChats: SearchChats,
    private readonly pace: SearchPace
  ) {}

  /** GET /api/chats/search */
  async index(ctx: HttpContext) {
    const query = await readQuery(ctx, ChatSearchController.validator)
    const { q: terms, zone: timeZone, cursor: after, ...place } = query
    const user = ctx.auth.getUserOrFail()
    if (terms.length === 0) return ctx.response.json({ hits: [], next: null, isComplete: true })
    const retryAfterSeconds = await this.pace.count(user.id)
    if (retryAfterSeconds !== null) return refuse(ctx, { kind: 'too_many_searches', retryAfterSeconds })
    return ctx.response.json(await this.searchChats.run({ user, terms, timeZone, after, ...place }))
  }
}
