import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { EventStream } from '#modules/realtime/index'
import type { Tier } from '../prompts/index.ts'
import { type ChatTarget, Replies, type ReplyRequest, StreamLimit } from '../replies/index.ts'
import { replyFrame, replyFrames } from './reply_frames.ts'
import { refuseReply } from './refusals.ts'

type Target = Omit<ChatTarget, 'userId'>

/** A request as its validator reads it. */
interface Body extends Omit<ReplyRequest, 'user' | 'content' | 'tier' | 'timeZone'> {
  content?: string | null
  model: Tier
  zone: string
}

/** Streams the replies of chats to browsers. */
@inject()
export class ReplyStreams {
  constructor(
    private readonly replies: Replies,
    private readonly limit: StreamLimit
  ) {}

  /** Begins a reply and streams it, or responds with the reason why it hasn't begun. */
  async begin(ctx: HttpContext, { content = null, model: tier, zone: timeZone, ...body }: Body) {
    if (!this.#acquire(ctx)) return refuseReply(ctx, 'too_many_streams')
    const user = ctx.auth.getUserOrFail()
    const outcome = await this.replies.begin({ ...body, content, user, tier, timeZone })
    switch (outcome.kind) {
      case 'started':
        return outcome.live.join(replyFrames(new EventStream(ctx)))
      case 'known':
        return this.#stream(ctx, outcome.replyId)
      case 'insufficient_rubies':
        return deny(ctx, tier)
      default:
        return refuseReply(ctx, outcome)
    }
  }

  /** Streams the running reply of a chat from its beginning. Responds with 204 without one. */
  async follow(ctx: HttpContext, target: Target) {
    if (!this.#acquire(ctx)) return refuseReply(ctx, 'too_many_streams')
    const replyId = await this.replies.findRunning({ userId: ctx.auth.getUserOrFail().id, ...target })
    if (replyId === 'no_such_chat') return refuseReply(ctx, replyId)
    if (!replyId) return ctx.response.status(204).send(null)
    return this.#stream(ctx, replyId, { isResumed: true })
  }

  /** Ends the running reply of a chat, and keeps its text. */
  async stop(ctx: HttpContext, target: Target) {
    const outcome = await this.replies.stop({ userId: ctx.auth.getUserOrFail().id, ...target })
    return outcome === 'no_such_chat' ? refuseReply(ctx, outcome) : ctx.response.json(outcome)
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
