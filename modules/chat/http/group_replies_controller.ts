import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { newId } from '#modules/kernel/ids'
import { problem } from '#modules/kernel/problem'
import type { ReplyKind } from '../api.ts'
import { Tiers } from '../prompts/index.ts'
import { Replies } from '../replies/index.ts'
import { readRewriteBody } from './read_rewrite_body.ts'
import { readTalkBody, readTurnBody } from './read_turn_body.ts'
import { noSuchChat } from './refusals.ts'
import { ReplyStreams } from './reply_streams.ts'

/** The replies of a group chat. */
@inject()
export default class GroupRepliesController {
  constructor(
    private readonly streams: ReplyStreams,
    private readonly replies: Replies,
    private readonly tiers: Tiers
  ) {}

  /** POST …/stream: sends a message or lets the next character go on, and streams the reply. */
  async send(ctx: HttpContext) {
    const body = readTurnBody(ctx.request.body() ?? {}, this.tiers.ids, this.tiers.defaultId)
    if (!body.ok) return problem(ctx, 422, 'validation_failed', body.failure[0]!.message, body.failure)
    return this.streams.begin(ctx, { ...body.value, kind: 'reply', place: { groupId: ctx.params.id } })
  }

  /** POST …/talk: takes several turns, one after another, and streams the first reply. */
  async talk(ctx: HttpContext) {
    const body = readTalkBody(ctx.request.body() ?? {}, this.tiers.ids, this.tiers.defaultId)
    if (!body.ok) return problem(ctx, 422, 'validation_failed', body.failure[0]!.message, body.failure)
    const { turns, ...rest } = body.value
    const talk = { id: newId(), turns, turnsLeft: turns - 1 }
    return this.streams.begin(ctx, { ...rest, kind: 'reply', place: { groupId: ctx.params.id }, talk })
  }

  /** DELETE …/talk: takes no more turns after the running one. */
  async endTalk(ctx: HttpContext) {
    const isFound = await this.replies.endTalk(ctx.auth.getUserOrFail().id, ctx.params.id)
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
    return this.streams.follow(ctx, { characterId: null, sessionId: ctx.params.id })
  }

  /** POST …/stop: ends the running reply, keeps its text, and takes no more turns. */
  async stop(ctx: HttpContext) {
    return this.streams.stop(ctx, { characterId: null, sessionId: ctx.params.id })
  }

  async #rewrite(ctx: HttpContext, kind: Exclude<ReplyKind, 'reply'>) {
    const groupId: string = ctx.params.id
    const given = ctx.request.body() ?? {}
    const fields = kind === 'impersonate' ? { ...given, messageId: groupId, nudge: null } : given
    const body = readRewriteBody(fields, this.tiers.ids, this.tiers.defaultId)
    if (!body.ok) return problem(ctx, 422, 'validation_failed', body.failure[0]!.message, body.failure)
    const { messageId, ...rest } = body.value
    const answer = kind === 'impersonate' ? {} : { messageId }
    return this.streams.begin(ctx, { ...rest, ...answer, kind, place: { groupId } })
  }
}
