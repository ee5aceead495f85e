import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { readBody, readQuery } from '#modules/kernel/validation'
import { Tiers } from '../prompts/index.ts'
import { ContextPace, Replies, StoredTierModels } from '../replies/index.ts'
import { ChangeChat, ChangeSettings, ReadScripts } from '../sessions/index.ts'
import { refuse } from './refusals.ts'
import {
  contextValidator,
  modelChangeValidator,
  pinsValidator,
  settingsValidator,
  titleValidator,
} from './settings_validators.ts'

@inject()
export default class ChatSettingsController {
  constructor(
    private readonly replies: Replies,
    private readonly tiers: Tiers,
    private readonly tierModels: StoredTierModels,
    private readonly changeChat: ChangeChat,
    private readonly changeSettings: ChangeSettings,
    private readonly contextPace: ContextPace,
    private readonly readScripts: ReadScripts
  ) {}

  /** PUT /api/chats/{sessionId}/title */
  async title(ctx: HttpContext) {
    const { title } = await readBody(ctx, titleValidator)
    return answer(ctx, await this.changeChat.setTitle(ctx.auth.getUserOrFail().id, ctx.params.id, title))
  }

  /** PUT /api/chats/{sessionId}/pins */
  async pins(ctx: HttpContext) {
    const { pins } = await readBody(ctx, pinsValidator)
    return answer(ctx, await this.changeChat.setPins(ctx.auth.getUserOrFail().id, ctx.params.id, pins))
  }

  /** PUT /api/chats/{sessionId}/model-change */
  async noteModelChange(ctx: HttpContext) {
    const { id: change, isAccepted } = await readBody(ctx, modelChangeValidator)
    const noted = { userId: ctx.auth.getUserOrFail().id, sessionId: ctx.params.id, change, isAccepted }
    return answer(ctx, (await this.tierModels.note(noted)) ? { message: 'Noted.' } : null)
  }

  /** GET /api/chats/{sessionId}/settings */
  async show(ctx: HttpContext) {
    return answer(ctx, await this.changeSettings.read(ctx.auth.getUserOrFail().id, ctx.params.id))
  }

  /** PUT /api/chats/{sessionId}/settings */
  async update(ctx: HttpContext) {
    const { note, ...change } = await readBody(ctx, settingsValidator, { meta: this.tiers })
    const settings = await this.changeSettings.change(ctx.auth.getUserOrFail().id, ctx.params.id, {
      ...change,
      // A note without text counts as no note.
      note: note?.text === '' ? null : note,
    })
    return answer(ctx, settings)
  }

  /** GET /api/chats/{sessionId}/scripts */
  async scripts(ctx: HttpContext) {
    return answer(ctx, await this.readScripts.run(ctx.auth.getUserOrFail(), ctx.params.id))
  }

  /** GET /api/chats/{sessionId}/context */
  async context(ctx: HttpContext) {
    const {
      model: tier,
      zone: timeZone,
      full: isFull,
      speakerId,
    } = await readQuery(ctx, contextValidator, {
      meta: this.tiers,
    })
    const user = ctx.auth.getUserOrFail()
    const retryAfterSeconds = await this.contextPace.count(user.id)
    if (retryAfterSeconds !== null) return refuse(ctx, { kind: 'too_many_contexts', retryAfterSeconds })
    const context = { user, sessionId: ctx.params.id, tier, timeZone, speakerId, isFull }
    return answer(ctx, await this.replies.readContext(context))
  }
}

type Refusal = 'no_such_chat' | 'adult_gate' | 'unknown_lorebook' | 'unknown_persona'

/** Null: the user has no such chat. */
const answer = (ctx: HttpContext, outcome: object | Refusal | null) =>
  typeof outcome === 'object' && outcome !== null ? ctx.response.json(outcome) : refuse(ctx, outcome ?? 'no_such_chat')
