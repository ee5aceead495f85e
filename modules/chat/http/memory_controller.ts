import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { isId } from '#modules/kernel/ids'
import { problem } from '#modules/kernel/problem'
import { codePoints, trimmed } from '#modules/kernel/text'
import { zoneOrUtc } from '#modules/kernel/time_zone'
import { limits } from '../api.ts'
import { Timers } from '#plugins/contract/timers'
import { Tiers } from '../prompts/index.ts'
import { ChatSummaries, ContextPace, Replies } from '../replies/index.ts'
import { adultGate, invalid, noSuchChat, tooManyContexts } from './refusals.ts'

@inject()
export default class MemoryController {
  constructor(
    private readonly summaries: ChatSummaries,
    private readonly replies: Replies,
    private readonly tiers: Tiers,
    private readonly timers: Timers,
    private readonly contextPace: ContextPace
  ) {}

  /** GET /api/chats/{sessionId}/summary */
  async summary(ctx: HttpContext) {
    const summary = await this.summaries.read(ctx.auth.getUserOrFail().id, ctx.params.id)
    return summary ? ctx.response.json(summary) : noSuchChat(ctx)
  }

  /** PUT /api/chats/{sessionId}/summary */
  async changeSummary(ctx: HttpContext) {
    const { text, versionId, isOn, isFrozen } = ctx.request.body() ?? {}
    if (text !== undefined && text !== null && typeof text !== 'string')
      return invalid(ctx, 'text', 'string', 'The summary must be a string.')
    const kept = typeof text === 'string' ? trimmed(text) || null : text
    if (kept && codePoints(kept) > limits.summaryMax)
      return invalid(ctx, 'text', 'maxLength', `A summary has at most ${limits.summaryMax} characters.`)
    if (versionId !== undefined && !isId(versionId))
      return invalid(ctx, 'versionId', 'format', 'The version must be an id.')
    if (text !== undefined && versionId !== undefined)
      return invalid(ctx, 'versionId', 'format', 'Send either a text or a version.')
    for (const [field, value] of Object.entries({ isOn, isFrozen }))
      if (value !== undefined && typeof value !== 'boolean')
        return invalid(ctx, field, 'boolean', `${field} must be true or false.`)
    const change = { text: kept, versionId, isOn, isFrozen }
    const summary = await this.summaries.change(ctx.auth.getUserOrFail().id, ctx.params.id, change)
    if (summary === 'no_such_version')
      return invalid(ctx, 'versionId', 'unknown', 'This chat has no such version of its summary.')
    return summary ? ctx.response.json(summary) : noSuchChat(ctx)
  }

  /** POST /api/chats/{sessionId}/facts/{factId} */
  async answerFact(ctx: HttpContext) {
    const { action } = ctx.request.body() ?? {}
    if (action !== 'accept' && action !== 'dismiss')
      return invalid(ctx, 'action', 'enum', 'The action must be accept or dismiss.')
    const { id: sessionId, factId } = ctx.params
    const userId = ctx.auth.getUserOrFail().id
    const outcome = await this.summaries.answerFact({ userId, sessionId, factId, isAccepted: action === 'accept' })
    if (outcome === null || outcome === 'no_such_chat') return noSuchChat(ctx)
    if (outcome === 'no_such_fact') return problem(ctx, 404, 'not_found', 'Fact not found')
    if (outcome === 'too_many_pins')
      return problem(ctx, 409, 'too_many_pins', `A chat has at most ${limits.pinsMax} pinned facts. Remove one first.`)
    return ctx.response.json(outcome)
  }

  /** POST /api/chats/{sessionId}/summary */
  async regenerateSummary(ctx: HttpContext) {
    const { model = this.tiers.defaultId, zone } = ctx.request.body() ?? {}
    const tier = this.tiers.byId.get(model)
    if (!tier) return invalid(ctx, 'model', 'enum', `The model must be one of ${this.tiers.ids.join(', ')}.`)
    const user = ctx.auth.getUserOrFail()
    // The request plans the next prompt, to know which messages it leaves out.
    const waitSeconds = await this.contextPace.count(user.id)
    if (waitSeconds !== null) return tooManyContexts(ctx, waitSeconds)
    const outcome = await this.replies.regenerateSummary({
      user,
      sessionId: ctx.params.id,
      tier,
      timeZone: zoneOrUtc(zone),
    })
    if (outcome === null || outcome === 'no_such_chat') return noSuchChat(ctx)
    if (outcome === 'adult_gate') return adultGate(ctx)
    if (outcome === 'nothing_left_out')
      return problem(
        ctx,
        409,
        'nothing_to_summarize',
        'The whole chat fits into the prompt, so there is nothing to summarize yet.'
      )
    if (outcome === 'is_spent') {
      ctx.response.header('Retry-After', String(secondsOfDayLeft(this.timers.now())))
      return problem(
        ctx,
        429,
        'too_many_requests',
        'Today’s free summaries are used up. Please try again tomorrow, or write the summary yourself.'
      )
    }
    if (outcome === 'is_off')
      return problem(ctx, 409, 'summary_off', 'The summary of this chat is off. Switch it on first.')
    return ctx.response.status(202).json(outcome)
  }
}

const daySeconds = 86_400

/** Days are UTC days. */
const secondsOfDayLeft = (now: number) => daySeconds - (Math.floor(now / 1_000) % daySeconds)
