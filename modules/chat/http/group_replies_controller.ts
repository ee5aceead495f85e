import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { newId } from '#modules/kernel/ids'
import { problem } from '#modules/kernel/problem'
import type { ReplyKind } from '../api.ts'
import { ChatModule } from '../chat_module.ts'
import { acquireStream, beginReply, streamReply } from './answer_reply.ts'
import { readRewriteBody } from './read_rewrite_body.ts'
import { readTalkBody, readTurnBody } from './read_turn_body.ts'
import { noSuchChat, tooManyStreams } from './refusals.ts'

/** The replies of a group chat. */
@inject()
export default class GroupRepliesController {
  constructor(private readonly chat: ChatModule) {}

  /** POST …/stream: sends a message or lets the next character go on, and streams the reply. */
  async send(ctx: HttpContext) {
    const { tiers, defaultTier } = this.chat
    const body = readTurnBody(ctx.request.body() ?? {}, [...tiers.keys()], defaultTier)
    if (!body.ok) return problem(ctx, 422, 'validation_failed', body.failure[0]!.message, body.failure)
    return beginReply(ctx, this.chat, { ...body.value, kind: 'reply', place: { groupId: ctx.params.id } })
  }

  /** POST …/talk: takes several turns, one after another, and streams the first reply. */
  async talk(ctx: HttpContext) {
    const { tiers, defaultTier } = this.chat
    const body = readTalkBody(ctx.request.body() ?? {}, [...tiers.keys()], defaultTier)
    if (!body.ok) return problem(ctx, 422, 'validation_failed', body.failure[0]!.message, body.failure)
    const { turns, ...rest } = body.value
    const talk = { id: newId(), turns, turnsLeft: turns - 1 }
    return beginReply(ctx, this.chat, { ...rest, kind: 'reply', place: { groupId: ctx.params.id }, talk })
  }

  /** DELETE …/talk: takes no more turns after the running one. */
  async endTalk(ctx: HttpContext) {
    const isFound = await this.chat.endTalk(ctx.auth.getUserOrFail().id, ctx.params.id)
    return isFound ? ctx.response.json({ message: 'The talk ends after this reply' }) : noSuchChat(ctx)
  }

  /** POST …/reroll: adds another answer to the last message of a character. */
  reroll(ctx: HttpContext) {
    return this.#rewrite(ctx, 'reroll')
  }

  /** POST …/continue: extends the last answer, which was cut. */
  continue(ctx: HttpContext) {
    return this.#rewrite(ctx, 'continue')
  }

  /** POST …/impersonate: writes the user's next message as a draft. */
  impersonate(ctx: HttpContext) {
    return this.#rewrite(ctx, 'impersonate')
  }

  /** GET …/stream: streams the running reply from its beginning. Returns 204 without a running reply. */
  async follow(ctx: HttpContext) {
    if (!acquireStream(ctx, this.chat)) return tooManyStreams(ctx)
    const replyId = await this.chat.findRunningReply(ctx.auth.getUserOrFail().id, null, ctx.params.id)
    if (replyId === 'no_such_chat') return noSuchChat(ctx)
    if (!replyId) return ctx.response.status(204).send(null)
    return streamReply(ctx, this.chat, replyId, { isResumed: true })
  }

  /** POST …/stop: ends the running reply, keeps its text, and takes no more turns. */
  async stop(ctx: HttpContext) {
    const outcome = await this.chat.stopReply.run({
      userId: ctx.auth.getUserOrFail().id,
      characterId: null,
      sessionId: ctx.params.id,
    })
    return outcome === 'no_such_chat' ? noSuchChat(ctx) : ctx.response.json(outcome)
  }

  async #rewrite(ctx: HttpContext, kind: Exclude<ReplyKind, 'reply'>) {
    const { tiers, defaultTier } = this.chat
    const groupId: string = ctx.params.id
    const given = ctx.request.body() ?? {}
    const fields = kind === 'impersonate' ? { ...given, messageId: groupId, nudge: null } : given
    const body = readRewriteBody(fields, [...tiers.keys()], defaultTier)
    if (!body.ok) return problem(ctx, 422, 'validation_failed', body.failure[0]!.message, body.failure)
    const { messageId, ...rest } = body.value
    const answer = kind === 'impersonate' ? {} : { messageId }
    return beginReply(ctx, this.chat, { ...rest, ...answer, kind, place: { groupId } })
  }
}
