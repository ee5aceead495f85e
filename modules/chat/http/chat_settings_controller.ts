import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { isId } from '#modules/kernel/ids'
import { problem } from '#modules/kernel/problem'
import { codePoints, trimmed } from '#modules/kernel/text'
import { zoneOrUtc } from '#modules/kernel/time_zone'
import { limits, type ModelChangeBody } from '../api.ts'
import { Tiers } from '../prompts/index.ts'
import { ContextPace, Replies, StoredTierModels } from '../replies/index.ts'
import { ChangeChat, ChangeSettings } from '../sessions/index.ts'
import { readSettingsBody } from './read_settings_body.ts'
import { adultGate, invalid, noSuchChat, tooManyContexts } from './refusals.ts'

/** The largest integer of PostgreSQL. */
const maxId = 2_147_483_647

@inject()
export default class ChatSettingsController {
  constructor(
    private readonly replies: Replies,
    private readonly tiers: Tiers,
    private readonly tierModels: StoredTierModels,
    private readonly changeChat: ChangeChat,
    private readonly changeSettings: ChangeSettings,
    private readonly contextPace: ContextPace
  ) {}

  /** PUT /api/chats/{sessionId}/title */
  async title(ctx: HttpContext) {
    const { title = null } = ctx.request.body() ?? {}
    if (title !== null && typeof title !== 'string')
      return invalid(ctx, 'title', 'string', 'The title must be a string.')
    const kept = trimmed(title ?? '') || null
    if (kept && codePoints(kept) > limits.titleMax)
      return invalid(ctx, 'title', 'maxLength', `A title has at most ${limits.titleMax} characters.`)
    const chat = await this.changeChat.setTitle(ctx.auth.getUserOrFail().id, ctx.params.id, kept)
    return chat ? ctx.response.json(chat) : noSuchChat(ctx)
  }

  /** PUT /api/chats/{sessionId}/pins */
  async pins(ctx: HttpContext) {
    const { pins } = ctx.request.body() ?? {}
    if (!Array.isArray(pins) || !pins.every(isPin))
      return invalid(ctx, 'pins', 'array', 'The pins must be a list of strings, or of objects with a text.')
    const kept = pins
      .map((pin) => (typeof pin === 'string' ? { text: pin } : pin))
      .map(({ text, depth = null }) => ({ text: trimmed(text.toWellFormed()), depth }))
      .filter(({ text }) => text !== '')
    if (kept.length > limits.pinsMax)
      return invalid(ctx, 'pins', 'maxLength', `A chat has at most ${limits.pinsMax} pinned facts.`)
    if (kept.some(({ text }) => codePoints(text) > limits.pinMax))
      return invalid(ctx, 'pins', 'maxLength', `A pinned fact has at most ${limits.pinMax} characters.`)
    if (kept.some(({ depth }) => depth !== null && !isDepth(depth)))
      return invalid(
        ctx,
        'pins',
        'range',
        `The depth of a pinned fact is a whole number from 0 to ${limits.pinDepthMax}.`
      )
    const chat = await this.changeChat.setPins(ctx.auth.getUserOrFail().id, ctx.params.id, kept)
    return chat ? ctx.response.json(chat) : noSuchChat(ctx)
  }

  /** PUT /api/chats/{sessionId}/model-change */
  async noteModelChange(ctx: HttpContext) {
    const { id, isAccepted } = (ctx.request.body() ?? {}) as Partial<ModelChangeBody>
    if (!Number.isInteger(id) || id! < 1 || id! > maxId)
      return invalid(ctx, 'id', 'range', 'The id must be the one of the change.')
    if (typeof isAccepted !== 'boolean')
      return invalid(ctx, 'isAccepted', 'boolean', 'isAccepted must be true or false.')
    const noted = { userId: ctx.auth.getUserOrFail().id, sessionId: ctx.params.id, change: id!, isAccepted }
    return (await this.tierModels.note(noted)) ? ctx.response.json({ message: 'Noted.' }) : noSuchChat(ctx)
  }

  /** GET /api/chats/{sessionId}/settings */
  async show(ctx: HttpContext) {
    const settings = await this.changeSettings.read(ctx.auth.getUserOrFail().id, ctx.params.id)
    return settings ? ctx.response.json(settings) : noSuchChat(ctx)
  }

  /** PUT /api/chats/{sessionId}/settings */
  async update(ctx: HttpContext) {
    const outputTokensMax = Math.max(...[...this.tiers.byId.values()].map((tier) => tier.outputTokensMax))
    const change = readSettingsBody(ctx.request.body() ?? {}, { outputTokensMax })
    if (!change.ok) return problem(ctx, 422, 'validation_failed', change.failure[0]!.message, change.failure)
    const settings = await this.changeSettings.change(ctx.auth.getUserOrFail().id, ctx.params.id, change.value)
    if (settings === 'unknown_lorebook')
      return invalid(ctx, 'lorebookIds', 'unknown', 'A chat can only have your own lorebooks.')
    if (settings === 'unknown_persona')
      return invalid(ctx, 'personaId', 'unknown', 'A chat can only have a persona of yours.')
    return settings ? ctx.response.json(settings) : noSuchChat(ctx)
  }

  /** GET /api/chats/{sessionId}/context */
  async context(ctx: HttpContext) {
    const { model = this.tiers.defaultId, zone, full, speakerId = null } = ctx.request.qs()
    const tier = this.tiers.byId.get(model)
    if (!tier) return invalid(ctx, 'model', 'enum', `The model must be one of ${this.tiers.ids.join(', ')}.`)
    if (speakerId !== null && !isId(speakerId))
      return invalid(ctx, 'speakerId', 'format', 'The speaker must be the id of a character in this group.')
    const user = ctx.auth.getUserOrFail()
    const waitSeconds = await this.contextPace.count(user.id)
    if (waitSeconds !== null) return tooManyContexts(ctx, waitSeconds)
    const found = await this.replies.readContext({
      user,
      sessionId: ctx.params.id,
      tier,
      timeZone: zoneOrUtc(zone),
      speakerId,
      isFull: full === '1',
    })
    if (found === 'no_such_chat') return noSuchChat(ctx)
    if (found === 'adult_gate') return adultGate(ctx)
    return ctx.response.json(found)
  }
}

const isPin = (pin: unknown): pin is string | { text: string; depth?: number | null } =>
  typeof pin === 'string' || (typeof pin === 'object' && pin !== null && 'text' in pin && typeof pin.text === 'string')

const isDepth = (depth: unknown) =>
  Number.isInteger(depth) && (depth as number) >= 0 && (depth as number) <= limits.pinDepthMax
