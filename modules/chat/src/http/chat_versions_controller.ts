import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ChatModule } from '../chat_module.ts'
import { adultGate, noSuchChat } from './refusals.ts'

/** The version of its character that a chat uses. */
@inject()
export default class ChatVersionsController {
  constructor(private readonly chat: ChatModule) {}

  /** GET /api/chats/{sessionId}/version */
  async show(ctx: HttpContext) {
    return answer(ctx, await this.chat.changeChatVersion.compare(ctx.auth.getUserOrFail(), ctx.params.id))
  }

  /** POST /api/chats/{sessionId}/version */
  async update(ctx: HttpContext) {
    return answer(ctx, await this.chat.changeChatVersion.update(ctx.auth.getUserOrFail(), ctx.params.id))
  }
}

const answer = (ctx: HttpContext, result: object | 'no_such_chat' | 'adult_gate') => {
  if (result === 'no_such_chat') return noSuchChat(ctx)
  return result === 'adult_gate' ? adultGate(ctx) : ctx.response.json(result)
}
