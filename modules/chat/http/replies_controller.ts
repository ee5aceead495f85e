import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { isId } from '#modules/kernel/ids'
import { problem } from '#modules/kernel/problem'
import { ChatModule } from '../chat_module.ts'
import { acquireStream, beginReply, streamReply } from './answer_reply.ts'
import { invalid, noSuchChat, tooManyStreams } from './refusals.ts'
import { readRewriteBody } from './read_rewrite_body.ts'
import { readSendBody } from './read_send_body.ts'

@inject()
export default class RepliesController {
  constructor(private readonly chat: ChatModule) {}

  /** POST …/stream: sends a message and streams the reply. */
  async send(ctx: HttpContext) {
    const { tiers, defaultTier } = this.chat
    const body = readSendBody(ctx.request.body() ?? {}, [...tiers.keys()], defaultTier)
    if (!body.ok) return problem(ctx, 422, 'validation_failed', body.failure[0]!.message, body.failure)
    const { sessionId, ...rest } = body.value
    return beginReply(ctx, this.chat, { ...rest, kind: 'reply', place: { characterId: ctx.params.id, sessionId } })
  }

  /** POST …/reroll: adds another answer to the last message. */
  reroll(ctx: HttpContext) {
    return this.#rewrite(ctx, 'reroll')
  }

  /** POST …/continue: extends the last answer. */
  continue(ctx: HttpContext) {
    return this.#rewrite(ctx, 'continue')
  }

  /** POST …/impersonate: writes the user's next message as a draft. */
  async impersonate(ctx: HttpContext) {
    const { tiers, defaultTier } = this.chat
    const { sessionId, model, clientMessageId, zone } = ctx.request.body() ?? {}
    if (typeof sessionId !== 'string') return invalid(ctx, 'sessionId', 'required', 'sessionId is missing.')
    const given = { messageId: sessionId, model, clientMessageId, zone }
    const body = readRewriteBody(given, [...tiers.keys()], defaultTier)
    if (!body.ok) return problem(ctx, 422, 'validation_failed', body.failure[0]!.message, body.failure)
    const { messageId, ...rest } = body.value
    const place = { characterId: ctx.params.id, sessionId: messageId }
    return beginReply(ctx, this.chat, { ...rest, kind: 'impersonate', place })
  }

  /** GET …/stream: streams the running reply from its beginning. Returns 204 without a running reply. */
  async follow(ctx: HttpContext) {
    const sessionId = ctx.request.qs().session
    if (!isId(sessionId)) return noSuchChat(ctx)
    if (!acquireStream(ctx, this.chat)) return tooManyStreams(ctx)
    const replyId = await this.chat.findRunningReply(ctx.auth.getUserOrFail().id, ctx.params.id, sessionId)
    if (replyId === 'no_such_chat') return noSuchChat(ctx)
    if (!replyId) return ctx.response.status(204).send(null)
    return streamReply(ctx, this.chat, replyId, { isResumed: true })
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

  async #rewrite(ctx: HttpContext, kind: 'reroll' | 'continue') {
    const { tiers, defaultTier } = this.chat
    const body = readRewriteBody(ctx.request.body() ?? {}, [...tiers.keys()], defaultTier)
    if (!body.ok) return problem(ctx, 422, 'validation_failed', body.failure[0]!.message, body.failure)
    return beginReply(ctx, this.chat, { ...body.value, kind, place: { characterId: ctx.params.id, sessionId: null } })
  }
}
