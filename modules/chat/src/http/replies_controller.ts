import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { isId } from '#modules/kernel/ids'
import { problem } from '#modules/kernel/problem'
import { EventStream } from '#modules/realtime/index'
import { joinReply, type Opening } from '../generating/join_reply.ts'
import { replyFrame } from '../generating/reply_frames.ts'
import type { RewriteOutcome } from '../sending/rewrite_answer.ts'
import type { Tier } from '../prompt/tier.ts'
import { ChatModule } from '../chat_module.ts'
import { adultGate, invalid, noSuchChat, tooManyStreams, replyRunning } from './refusals.ts'
import { readRewriteBody } from './read_rewrite_body.ts'
import { readSendBody } from './read_send_body.ts'

@inject()
export default class RepliesController {
  constructor(private readonly chat: ChatModule) {}

  /** POST …/stream: sends a message, and streams the reply. */
  async send(ctx: HttpContext) {
    const { tiers, defaultTier } = this.chat
    const body = readSendBody(ctx.request.body() ?? {}, [...tiers.keys()], defaultTier)
    if (!body.ok) return problem(ctx, 422, 'validation_failed', body.failure[0]!.message, body.failure)
    const tier = tiers.get(body.value.tierId)!
    if (!this.#acquireStream(ctx)) return tooManyStreams(ctx)
    const outcome = await this.chat.sendMessage.run({
      user: ctx.auth.getUserOrFail(),
      characterId: ctx.params.id,
      ...body.value,
      tier,
    })
    return this.#answer(ctx, outcome, tier)
  }

  /** POST …/reroll: adds another answer to the last message. */
  reroll(ctx: HttpContext) {
    return this.#rewrite(ctx, 'reroll')
  }

  /** POST …/continue: extends the last answer, which was cut. */
  continue(ctx: HttpContext) {
    return this.#rewrite(ctx, 'continue')
  }

  /** GET …/stream: the running reply from its beginning; 204 without one. */
  async follow(ctx: HttpContext) {
    const sessionId = ctx.request.qs().session
    if (!isId(sessionId)) return noSuchChat(ctx)
    if (!this.#acquireStream(ctx)) return tooManyStreams(ctx)
    const replyId = await this.chat.findRunningReply(ctx.auth.getUserOrFail().id, ctx.params.id, sessionId)
    if (replyId === 'no_such_chat') return noSuchChat(ctx)
    if (!replyId) return ctx.response.status(204).send(null)
    return this.#join(ctx, replyId, 'resumed')
  }

  /** POST …/stop: ends the running reply and keeps its text. */
  async stop(ctx: HttpContext) {
    const { sessionId } = ctx.request.body() ?? {}
    if (sessionId === undefined || sessionId === null)
      return invalid(ctx, 'sessionId', 'required', 'sessionId is missing.')
    if (!isId(sessionId)) return noSuchChat(ctx)
    const outcome = await this.chat.stopReply.run({
      userId: ctx.auth.getUserOrFail().id,
      characterId: ctx.params.id,
      sessionId,
    })
    return outcome === 'no_such_chat' ? noSuchChat(ctx) : ctx.response.json(outcome)
  }

  #acquireStream(ctx: HttpContext) {
    return this.chat.streamLimit.acquire(ctx.auth.getUserOrFail().id, ctx.response.response)
  }

  async #rewrite(ctx: HttpContext, kind: 'reroll' | 'continue') {
    const { tiers, defaultTier } = this.chat
    const body = readRewriteBody(ctx.request.body() ?? {}, [...tiers.keys()], defaultTier)
    if (!body.ok) return problem(ctx, 422, 'validation_failed', body.failure[0]!.message, body.failure)
    const tier = tiers.get(body.value.tierId)!
    if (!this.#acquireStream(ctx)) return tooManyStreams(ctx)
    const outcome = await this.chat.rewriteAnswer.run({
      kind,
      user: ctx.auth.getUserOrFail(),
      characterId: ctx.params.id,
      ...body.value,
      tier,
    })
    return this.#answer(ctx, outcome, tier)
  }

  #answer(ctx: HttpContext, outcome: RewriteOutcome, tier: Tier) {
    switch (outcome.kind) {
      case 'started': {
        const { live } = outcome
        const { userMessageFrame } = live.identity
        live.join(new EventStream(ctx), userMessageFrame === null ? [] : [userMessageFrame])
        return
      }
      case 'known':
        return this.#join(ctx, outcome.replyId, 'sent')
      case 'insufficient_rubies':
        return this.#deny(ctx, tier)
      case 'no_such_chat':
        return noSuchChat(ctx)
      case 'adult_gate':
        return adultGate(ctx)
      case 'busy':
        return replyRunning(ctx)
      case 'other_content':
        return problem(ctx, 409, 'key_taken', 'This clientMessageId was used for another message.')
      case 'nothing_asked':
        return invalid(ctx, 'messageId', 'answer', 'There is no message of yours before this reply.')
      case 'not_cut':
        return invalid(ctx, 'messageId', 'cut', 'This reply is complete. There is nothing to continue.')
      case 'too_long':
        return invalid(ctx, 'messageId', 'maxLength', 'This reply is too long to be continued.')
      case 'too_many':
        ctx.response.header('Retry-After', String(outcome.retryAfterSeconds))
        return problem(ctx, 429, 'too_many_requests', 'That was many messages in a minute. Please wait a moment.')
      case 'too_many_unpaid':
        ctx.response.header('Retry-After', String(outcome.retryAfterSeconds))
        return problem(
          ctx,
          429,
          'too_many_requests',
          'You stopped many replies before their first word. Please wait a few minutes.'
        )
      case 'stopping':
        ctx.response.header('Retry-After', '5')
        return problem(ctx, 503, 'server_stopping', 'The server is restarting. Please try again in a moment.')
    }
  }

  async #join(ctx: HttpContext, replyId: string, opening: Opening) {
    const stream = new EventStream(ctx)
    await joinReply(this.chat.context, replyId, stream, opening).catch((error) => {
      ctx.logger.error({ err: error, replyId }, 'streaming a reply failed')
      stream.end()
    })
  }

  /** Not enough rubies: nothing was saved. The stream links to the shop. */
  #deny(ctx: HttpContext, { cost, name }: Tier) {
    const stream = new EventStream(ctx)
    const error = `Insufficient Rubies: You need ${cost} rubies to use the ${name} model.`
    stream.end(replyFrame({ type: 'access_denied', error, upgradeUrl: '/ruby-shop' }))
  }
}
