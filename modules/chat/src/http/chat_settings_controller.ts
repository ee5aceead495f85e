import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { isId } from '#modules/kernel/ids'
import { codePoints } from '#modules/kernel/text'
import { zoneOrUtc } from '#modules/kernel/time_zone'
import { limits } from '../../api.ts'
import { ChatModule } from '../chat_module.ts'
import { adultGate, invalid, noSuchChat } from './refusals.ts'

@inject()
export default class ChatSettingsController {
  constructor(private readonly chat: ChatModule) {}

  /** PUT /api/chats/{sessionId}/title */
  async title(ctx: HttpContext) {
    const { title = null } = ctx.request.body() ?? {}
    if (title !== null && typeof title !== 'string')
      return invalid(ctx, 'title', 'string', 'The title must be a string.')
    const trimmed = title?.trim() || null
    if (trimmed && codePoints(trimmed) > limits.titleMax)
      return invalid(ctx, 'title', 'maxLength', `A title has at most ${limits.titleMax} characters.`)
    const chat = await this.chat.changeChat.setTitle(ctx.auth.getUserOrFail().id, ctx.params.id, trimmed)
    return chat ? ctx.response.json(chat) : noSuchChat(ctx)
  }

  /** PUT /api/chats/{sessionId}/pins */
  async pins(ctx: HttpContext) {
    const { pins } = ctx.request.body() ?? {}
    if (!Array.isArray(pins) || !pins.every((pin) => typeof pin === 'string'))
      return invalid(ctx, 'pins', 'array', 'The pins must be a list of strings.')
    const kept = (pins as string[]).map((pin) => pin.trim()).filter(Boolean)
    if (kept.length > limits.pinsMax)
      return invalid(ctx, 'pins', 'maxLength', `A chat has at most ${limits.pinsMax} pinned facts.`)
    if (kept.some((pin) => codePoints(pin) > limits.pinMax))
      return invalid(ctx, 'pins', 'maxLength', `A pinned fact has at most ${limits.pinMax} characters.`)
    const chat = await this.chat.changeChat.setPins(ctx.auth.getUserOrFail().id, ctx.params.id, kept)
    return chat ? ctx.response.json(chat) : noSuchChat(ctx)
  }

  /** GET /api/chats/{sessionId}/settings */
  async show(ctx: HttpContext) {
    const settings = await this.chat.changeSettings.read(ctx.auth.getUserOrFail().id, ctx.params.id)
    return settings ? ctx.response.json(settings) : noSuchChat(ctx)
  }

  /** PUT /api/chats/{sessionId}/settings */
  async update(ctx: HttpContext) {
    const { lorebookIds } = ctx.request.body() ?? {}
    if (lorebookIds !== undefined && !(Array.isArray(lorebookIds) && lorebookIds.every(isId)))
      return invalid(ctx, 'lorebookIds', 'type', 'The lorebooks must be a list of their ids.')
    const ids = lorebookIds && [...new Set((lorebookIds as string[]).map((id) => id.toLowerCase()))]
    if (ids && ids.length > limits.lorebooksMax)
      return invalid(ctx, 'lorebookIds', 'maxLength', `A chat has at most ${limits.lorebooksMax} lorebooks.`)
    const { id } = ctx.auth.getUserOrFail()
    const settings = await this.chat.changeSettings.change(id, ctx.params.id, { lorebookIds: ids })
    if (settings === 'unknown_lorebook')
      return invalid(ctx, 'lorebookIds', 'unknown', 'A chat can only have your own lorebooks.')
    return settings ? ctx.response.json(settings) : noSuchChat(ctx)
  }

  /** GET /api/chats/{sessionId}/context */
  async context(ctx: HttpContext) {
    const { tiers, defaultTier } = this.chat
    const { model = defaultTier, zone } = ctx.request.qs()
    const tier = tiers.get(model)
    if (!tier) return invalid(ctx, 'model', 'enum', `The model must be one of ${[...tiers.keys()].join(', ')}.`)
    const found = await this.chat.readContext({
      user: ctx.auth.getUserOrFail(),
      sessionId: ctx.params.id,
      tier,
      timeZone: zoneOrUtc(zone),
    })
    if (found === 'no_such_chat') return noSuchChat(ctx)
    if (found === 'adult_gate') return adultGate(ctx)
    return ctx.response.json(found)
  }
}
