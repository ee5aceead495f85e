import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { readQuery } from '#modules/kernel/validation'
import { OpenChat } from '../sessions/index.ts'
import { chatValidator, pageOf } from './chat_validators.ts'
import { refuse } from './refusals.ts'

@inject()
export default class OpenChatsController {
  constructor(private readonly openChat: OpenChat) {}

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
}
