import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { problem } from '#modules/kernel/problem'
import { EventStream } from '#modules/realtime/index'
import { type Tier, Tiers } from '../prompts/index.ts'
import { type ChatPlace, Replies, type ReplyRequest, StreamLimit } from '../replies/index.ts'
import { replyFrame, replyFrames } from './reply_frames.ts'
import { adultGate, invalid, noSuchChat, replyRunning, tooManyStreams } from './refusals.ts'

type Place = Omit<ChatPlace, 'userId'>
type Body = Omit<ReplyRequest, 'user' | 'content' | 'tier'> & { content?: string | null; tierId: string }

/** Streams the replies of chats to browsers. */
@inject()
export class ReplyStreams {
  constructor(
    private readonly replies: Replies,
    private readonly tiers: Tiers,
    private readonly limit: StreamLimit
  ) {}

  /** Begins a reply and streams it, or responds with the reason why it hasn't begun. */
  async begin(ctx: HttpContext, { content = null, tierId, ...body }: Body) {
    if (!this.#acquire(ctx)) return tooManyStreams(ctx)
    const tier = this.tiers.byId.get(tierId)!
    const outcome = await this.replies.begin({ ...body, content, user: ctx.auth.getUserOrFail(), tier })
    switch (outcome.kind) {
      case 'started':
        return outcome.live.join(replyFrames(new EventStream(ctx)))
      case 'known':
        return this.#stream(ctx, outcome.replyId)
      case 'insufficient_rubies':
        return deny(ctx, tier)
      case 'no_such_chat':
        return noSuchChat(ctx)
      case 'adult_gate':
        return adultGate(ctx)
      case 'busy':
        return replyRunning(ctx)
      case 'other_content':
        return problem(ctx, 409, 'key_taken', 'This clientMessageId was used for another message.')
      case 'speaker_missing':
        return invalid(ctx, 'speakerId', 'required', 'Choose who speaks next.')
      case 'no_speaker':
        return invalid(ctx, 'speakerId', 'member', 'No such character can speak in this chat.')
      case 'all_muted':
        return invalid(ctx, 'speakerId', 'muted', 'All characters are muted. Unmute one, or choose who speaks.')
      case 'nothing_asked':
        return invalid(ctx, 'messageId', 'answer', 'There is no message of yours before this reply.')
      case 'nothing_said':
        return invalid(ctx, 'sessionId', 'empty', 'Nothing has been said in this chat yet.')
      case 'hidden':
        return invalid(ctx, 'messageId', 'hidden', 'This reply is hidden from prompts. Show it first.')
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
          'Many of your last replies ended without a charge. Please wait a few minutes.'
        )
      case 'stopping':
        ctx.response.header('Retry-After', '5')
        return problem(ctx, 503, 'server_stopping', 'The server is restarting. Please try again in a moment.')
    }
  }

  /** Streams the running reply of a chat from its beginning. Responds with 204 without one. */
  async follow(ctx: HttpContext, place: Place) {
    if (!this.#acquire(ctx)) return tooManyStreams(ctx)
    const replyId = await this.replies.findRunning({ userId: ctx.auth.getUserOrFail().id, ...place })
    if (replyId === 'no_such_chat') return noSuchChat(ctx)
    if (!replyId) return ctx.response.status(204).send(null)
    return this.#stream(ctx, replyId, { isResumed: true })
  }

  /** Ends the running reply of a chat, and keeps its text. */
  async stop(ctx: HttpContext, place: Place) {
    const outcome = await this.replies.stop({ userId: ctx.auth.getUserOrFail().id, ...place })
    return outcome === 'no_such_chat' ? noSuchChat(ctx) : ctx.response.json(outcome)
  }

  #acquire(ctx: HttpContext): boolean {
    return this.limit.acquire(ctx.auth.getUserOrFail().id, ctx.response.response)
  }

  async #stream(ctx: HttpContext, replyId: string, options: { isResumed?: boolean } = {}) {
    const stream = new EventStream(ctx)
    await this.replies.follow(ctx.auth.getUserOrFail().id, replyId, replyFrames(stream, options)).catch((error) => {
      ctx.logger.error({ err: error, replyId }, 'streaming a reply failed')
      stream.end()
    })
  }
}

/** Denies a reply because the user has too few rubies. Nothing was saved. The stream links to the shop. */
const deny = (ctx: HttpContext, { cost, name }: Tier) => {
  const stream = new EventStream(ctx)
  const error = `Insufficient Rubies: You need ${cost} rubies to use the ${name} model.`
  stream.end(replyFrame({ type: 'access_denied', error, upgradeUrl: '/ruby-shop' }))
}
