import type { HttpContext } from '@adonisjs/core/http'
import { problem } from '#modules/kernel/problem'
import { EventStream } from '#modules/realtime/index'
import { joinReply } from '../replies/run/join_reply.ts'
import type { BeginOutcome, ReplyRequest } from '../replies/begin/reply_request.ts'
import type { Tier } from '../prompts/tier.ts'
import type { ChatModule } from '../chat_module.ts'
import { replyFrame, replyFrames } from './reply_frames.ts'
import { adultGate, invalid, noSuchChat, replyRunning, tooManyStreams } from './refusals.ts'

type Body = Omit<ReplyRequest, 'user' | 'content' | 'tier'> & { content?: string | null; tierId: string }

/** Begins a reply and streams it. */
export const beginReply = async (ctx: HttpContext, chat: ChatModule, { content = null, tierId, ...body }: Body) => {
  if (!acquireStream(ctx, chat)) return tooManyStreams(ctx)
  const tier = chat.tiers.get(tierId)!
  const outcome = await chat.beginReply.run({ ...body, content, user: ctx.auth.getUserOrFail(), tier })
  return answerReply(ctx, chat, outcome, tier)
}

/** Takes one of the streams that a user may have open. Returns false if there are too many. */
export const acquireStream = (ctx: HttpContext, { streamLimit }: ChatModule): boolean =>
  streamLimit.acquire(ctx.auth.getUserOrFail().id, ctx.response.response)

/** Streams a reply that has begun, or responds with the reason why it hasn't. */
const answerReply = (ctx: HttpContext, chat: ChatModule, outcome: BeginOutcome, tier: Tier) => {
  switch (outcome.kind) {
    case 'started':
      return outcome.live.join(replyFrames(new EventStream(ctx)))
    case 'known':
      return streamReply(ctx, chat, outcome.replyId)
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

/** Streams a reply from its beginning. `isResumed`: the request doesn't repeat the one that began it. */
export const streamReply = async (
  ctx: HttpContext,
  { context }: ChatModule,
  replyId: string,
  options: { isResumed?: boolean } = {}
) => {
  const stream = new EventStream(ctx)
  await joinReply(context, replyId, replyFrames(stream, options)).catch((error) => {
    ctx.logger.error({ err: error, replyId }, 'streaming a reply failed')
    stream.end()
  })
}

/** Denies a reply because the user has too few rubies. Nothing was saved. The stream links to the shop. */
const deny = (ctx: HttpContext, { cost, name }: Tier) => {
  const stream = new EventStream(ctx)
  const error = `Insufficient Rubies: You need ${cost} rubies to use the ${name} model.`
  stream.end(replyFrame({ type: 'access_denied', error, upgradeUrl: '/ruby-shop' }))
}
