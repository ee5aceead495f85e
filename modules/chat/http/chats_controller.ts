import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import vine from '@vinejs/vine'
import { isId } from '#modules/kernel/ids'
import { decodeCursor, nextPageLink } from '#modules/kernel/pages'
import { ok } from '#modules/kernel/result'
import { isLonger } from '#modules/kernel/text'
import { custom, pageLimit, readQuery, type CheckedField } from '#modules/kernel/validation'
import { Gallery } from '#modules/gallery/index'
import { Database } from '@adonisjs/lucid/database'
import { limits } from '../limits.ts'
import { DeleteChat, findLastChat, listChats } from '../sessions/index.ts'
import { invalid, lookedUpId, orNull, timeZone } from './fields.ts'
import { refuse } from './refusals.ts'

interface Position {
  isKept: boolean
  at: number
  id: string
}

const decodePosition = (cursor: unknown): Position | null => {
  const [kept, at, id] = (typeof cursor === 'string' && decodeCursor(cursor, 3)) || []
  return typeof at === 'number' && Number.isSafeInteger(at) && isId(id) ? { isKept: kept === 1, at, id } : null
}

@inject()
export default class ChatsController {
  static readonly pageValidator = vine.create({
    limit: pageLimit({ usual: limits.chatsMax, max: limits.chatsMax, rule: 'format' }),
    characterId: custom((id) =>
      id === undefined || isId(id) ? ok(id ?? null) : invalid('format', 'characterId must be an id.')
    ),
    q: custom((q = '') =>
      typeof q === 'string' && !isLonger(q, limits.searchMax)
        ? ok(q.trim() || null)
        : invalid('format', `q must be a string of at most ${limits.searchMax} characters.`)
    ),
    cursor: custom((cursor): CheckedField<Position | null> => {
      const position = decodePosition(cursor)
      if (cursor === undefined || position) return ok(position)
      return invalid('format', 'The cursor must come from a Link header.')
    }),
    archived: custom((value) => ok(value === 'true')),
    folderId: custom(orNull(lookedUpId)),
    zone: custom(timeZone),
  })

  static readonly lastValidator = vine.create({ zone: custom(timeZone) })

  constructor(
    private readonly db: Database,
    private readonly gallery: Gallery,
    private readonly deleteChat: DeleteChat
  ) {}

  /** GET /api/chats */
  async index(ctx: HttpContext) {
    const query = await readQuery(ctx, ChatsController.pageValidator)
    const { q: search, cursor: after, zone: timeZone, archived, ...asked } = query
    const user = ctx.auth.getUserOrFail()
    const page = await listChats(this.db, this.gallery, {
      ...asked,
      user,
      search,
      timeZone,
      after,
      isArchived: archived || (search === null ? false : null),
    })
    if (page.next) ctx.response.header('Link', nextPageLink(ctx.request.url(true), page.next))
    return ctx.response.json(page.items)
  }

  /** GET /api/chats/last */
  async last(ctx: HttpContext) {
    const { zone } = await readQuery(ctx, ChatsController.lastValidator)
    return ctx.response.json({ chat: await findLastChat(this.db, this.gallery, ctx.auth.getUserOrFail(), zone) })
  }

  /** DELETE /api/chats/{sessionId} */
  async destroy(ctx: HttpContext) {
    const isDeleted = await this.deleteChat.run({
      userId: ctx.auth.getUserOrFail().id,
      sessionId: ctx.params.id,
    })
    return isDeleted
      ? ctx.response.json({ message: 'Chat session has been deleted successfully' })
      : refuse(ctx, 'no_such_chat')
  }
}
