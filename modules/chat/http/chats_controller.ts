import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { nextPageLink } from '#modules/kernel/pages'
import { readQuery } from '#modules/kernel/validation'
import { Gallery } from '#modules/gallery/index'
import { Database } from '@adonisjs/lucid/database'
import { DeleteChat, listChats, OpenChat } from '../sessions/index.ts'
import { chatsPageValidator, chatValidator, pageOf } from './chat_validators.ts'
import { refuse } from './refusals.ts'

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
    const { q: search, cursor: after, zone: timeZone, ...asked } = await readQuery(ctx, chatsPageValidator)
    const user = ctx.auth.getUserOrFail()
    const page = await listChats(this.db, this.gallery, { ...asked, user, search, timeZone, after })
    if (page.next) ctx.response.header('Link', nextPageLink(ctx.request.url(true), page.next))
    return ctx.response.json(page.items)
  }

  /** GET /api/chats/{characterId} */
  async show(ctx: HttpContext) {
    const { session: sessionId = null, new: isNew, ...query } = await readQuery(ctx, chatValidator)
    const user = ctx.auth.getUserOrFail()
    const place = { characterId: ctx.params.id as string, sessionId }
    const chat = await this.openChat.run({ user, ...place, isNew, page: pageOf(query) })
    if (typeof chat === 'string') return refuse(ctx, chat)
    if ('waitSeconds' in chat) return refuse(ctx, { kind: 'too_many_chats', retryAfterSeconds: chat.waitSeconds })
    return ctx.response.json(chat)
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
