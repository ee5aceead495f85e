import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { isId } from '#modules/kernel/ids'
import { sendJson } from '#modules/kernel/send_json'
import { ChangeChatVersion } from '../sessions/index.ts'
import { adultGate, noSuchChat } from './refusals.ts'

/** The versions of its characters that a chat uses. */
@inject()
export default class ChatVersionsController {
  constructor(private readonly changeChatVersion: ChangeChatVersion) {}

  /** GET /api/chats/{sessionId}/version */
  async show(ctx: HttpContext) {
    return answer(ctx, await this.changeChatVersion.compare(ctx.auth.getUserOrFail(), placeOf(ctx)))
  }

  /** POST /api/chats/{sessionId}/version */
  async update(ctx: HttpContext) {
    return answer(ctx, await this.changeChatVersion.update(ctx.auth.getUserOrFail(), placeOf(ctx)))
  }
}

/** Reads the place of the version. In a group chat, `?characterId=` names the character. */
const placeOf = (ctx: HttpContext) => {
  const { characterId } = ctx.request.qs()
  return { sessionId: ctx.params.id, characterId: isId(characterId) ? characterId : null }
}

const answer = (ctx: HttpContext, result: object | 'no_such_chat' | 'adult_gate') => {
  if (result === 'no_such_chat') return noSuchChat(ctx)
  return result === 'adult_gate' ? adultGate(ctx) : sendJson(ctx, result)
}
