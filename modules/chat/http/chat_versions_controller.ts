import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { sendJson } from '#modules/kernel/send_json'
import vine from '@vinejs/vine'
import { isId } from '#modules/kernel/ids'
import { ok } from '#modules/kernel/result'
import { custom, readQuery } from '#modules/kernel/validation'
import { ChangeChatVersion } from '../sessions/index.ts'
import { refuse } from './refusals.ts'

/** The versions of its characters that a chat uses. */
@inject()
export default class ChatVersionsController {
  /** In a group chat, `characterId` names the character. */
  static readonly validator = vine.create({ characterId: custom((id) => ok(isId(id) ? id : null)) })

  constructor(private readonly changeChatVersion: ChangeChatVersion) {}

  /** GET /api/chats/{sessionId}/version */
  async show(ctx: HttpContext) {
    return answer(ctx, await this.changeChatVersion.compare(ctx.auth.getUserOrFail(), await placeOf(ctx)))
  }

  /** POST /api/chats/{sessionId}/version */
  async update(ctx: HttpContext) {
    return answer(ctx, await this.changeChatVersion.update(ctx.auth.getUserOrFail(), await placeOf(ctx)))
  }
}

const placeOf = async (ctx: HttpContext) => ({
  sessionId: ctx.params.id as string,
  ...(await readQuery(ctx, ChatVersionsController.validator)),
})

const answer = (ctx: HttpContext, outcome: object | 'no_such_chat' | 'adult_gate') =>
  typeof outcome === 'string' ? refuse(ctx, outcome) : sendJson(ctx, outcome)
