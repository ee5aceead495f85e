import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { isId } from '#modules/kernel/ids'
import { decodeCursor, nextPageLink } from '#modules/kernel/pages'
import { codePoints } from '#modules/kernel/text'
import { zoneOrUtc } from '#modules/kernel/time_zone'
import { limits } from '../api.ts'
import { Gallery } from '#modules/gallery/index'
import { Database } from '@adonisjs/lucid/database'
import { DeleteChat, listChats, OpenChat } from '../sessions/index.ts'
import { readPage } from './read_page.ts'
import { adultGate, invalid, noSuchChat, tooManyChats } from './refusals.ts'

@inject()
export default class ChatsController {
  constructor(
    private readonly db: Database,
    private readonly gallery: Gallery,
    private readonly openChat: OpenChat,
    private readonly deleteChat: DeleteChat
  ) {}

  /** GET /api/chats */
  async index(ctx: HttpContext) {
    const { q, characterId, limit, cursor, zone } = ctx.request.qs()
    const size = limit === undefined ? limits.chatsMax : Number(limit)
    if (!Number.isInteger(size) || size < 1 || size > limits.chatsMax)
      return invalid(ctx, 'limit', 'format', `limit must be a whole number from 1 to ${limits.chatsMax}.`)
    if (characterId !== undefined && !isId(characterId))
      return invalid(ctx, 'characterId', 'format', 'characterId must be an id.')
    if (q !== undefined && (typeof q !== 'string' || codePoints(q) > limits.searchMax))
      return invalid(ctx, 'q', 'format', `q must be a string of at most ${limits.searchMax} characters.`)
    const after = cursor === undefined ? null : readCursor(cursor)
    if (after === 'invalid') return invalid(ctx, 'cursor', 'format', 'The cursor must come from a Link header.')
    const page = await listChats(this.db, this.gallery, {
      user: ctx.auth.getUserOrFail(),
      characterId: characterId ?? null,
      search: q?.trim() || null,
      limit: size,
      timeZone: zoneOrUtc(zone),
      after,
    })
    if (page.next) ctx.response.header('Link', nextPageLink(ctx.request.url(true), page.next))
    return ctx.response.json(page.items)
  }

  /** GET /api/chats/{characterId} */
  async show(ctx: HttpContext) {
    const { session, new: isNew, before, after, around, end } = ctx.request.qs()
    if (session !== undefined && !isId(session)) return noSuchChat(ctx)
    const page = readPage({ before, after, around }, end === 'true')
    if (page === 'several_places') return invalid(ctx, 'before', 'format', 'Use only one of before, after and around.')
    if (page === 'no_such_message') return noSuchChat(ctx)
    const chat = await this.openChat.run({
      user: ctx.auth.getUserOrFail(),
      characterId: ctx.params.id,
      sessionId: session ?? null,
      isNew: isNew === 'true',
      page,
    })
    if (chat === 'no_such_chat') return noSuchChat(ctx)
    if (chat === 'adult_gate') return adultGate(ctx)
    if ('waitSeconds' in chat) return tooManyChats(ctx, chat.waitSeconds)
    return ctx.response.json(chat)
  }

  /** DELETE /api/chats/{sessionId} */
  async destroy(ctx: HttpContext) {
    const isDeleted = await this.deleteChat.run({
      userId: ctx.auth.getUserOrFail().id,
      sessionId: ctx.params.id,
    })
    return isDeleted ? ctx.response.json({ message: 'Chat session has been deleted successfully' }) : noSuchChat(ctx)
  }
}

const readCursor = (cursor: unknown): { at: number; id: string } | 'invalid' => {
  const [at, id] = (typeof cursor === 'string' && decodeCursor(cursor, 2)) || []
  return typeof at === 'number' && Number.isSafeInteger(at) && isId(id) ? { at, id } : 'invalid'
}
