import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { readBody } from '#modules/kernel/validation'
import { Timers } from '#plugins/contract/timers'
import { Tiers } from '../prompts/index.ts'
import { ChatSummaries, ContextPace, Replies } from '../replies/index.ts'
import { factValidator, regenerationValidator, summaryValidator } from './memory_validators.ts'
import { refuse } from './refusals.ts'

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
    return summary ? ctx.response.json(summary) : refuse(ctx, 'no_such_chat')
  }

  /** PUT /api/chats/{sessionId}/summary */
  async changeSummary(ctx: HttpContext) {
    const change = await readBody(ctx, summaryValidator)
    const summary = await this.summaries.change(ctx.auth.getUserOrFail().id, ctx.params.id, change)
    if (summary === null || typeof summary === 'string') return refuse(ctx, summary ?? 'no_such_chat')
    return ctx.response.json(summary)
  }

  /** POST /api/chats/{sessionId}/facts/{factId} */
  async answerFact(ctx: HttpContext) {
    const { action } = await readBody(ctx, factValidator)
    const { id: sessionId, factId } = ctx.params
    const userId = ctx.auth.getUserOrFail().id
    const outcome = await this.summaries.answerFact({ userId, sessionId, factId, isAccepted: action === 'accept' })
    if (outcome === null || typeof outcome === 'string') return refuse(ctx, outcome ?? 'no_such_chat')
    return ctx.response.json(outcome)
  }

  /** POST /api/chats/{sessionId}/summary */
  async regenerateSummary(ctx: HttpContext) {
    const { model: tier, zone: timeZone } = await readBody(ctx, regenerationValidator, { meta: this.tiers })
    const user = ctx.auth.getUserOrFail()
    // The request plans the next prompt, to know which messages it leaves out.
    const retryAfterSeconds = await this.contextPace.count(user.id)
    if (retryAfterSeconds !== null) return refuse(ctx, { kind: 'too_many_contexts', retryAfterSeconds })
    const outcome = await this.replies.regenerateSummary({ user, sessionId: ctx.params.id, tier, timeZone })
    if (outcome === 'is_spent')
      return refuse(ctx, { kind: outcome, retryAfterSeconds: secondsOfDayLeft(this.timers.now()) })
    if (outcome === null || typeof outcome === 'string') return refuse(ctx, outcome ?? 'no_such_chat')
    return ctx.response.status(202).json(outcome)
  }
}

const daySeconds = 86_400

/** Days are UTC days. */
const secondsOfDayLeft = (now: number) => daySeconds - (Math.floor(now / 1_000) % daySeconds)
