import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { newId } from '#modules/kernel/ids'
import { readBody } from '#modules/kernel/validation'
import { Tiers } from '../prompts/index.ts'
import { Replies } from '../replies/index.ts'
import { refuse } from './refusals.ts'
import { ReplyStreams } from './reply_streams.ts'
import { groupImpersonateValidator, rewriteValidator, talkValidator, turnValidator } from './reply_validators.ts'

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
    const turn = await readBody(ctx, turnValidator, { meta: this.tiers })
    return this.streams.begin(ctx, { ...turn, kind: 'reply', place: { groupId: ctx.params.id } })
  }

  /** POST …/talk: takes several turns, one after another, and streams the first reply. */
  async talk(ctx: HttpContext) {
    const { turns, ...rest } = await readBody(ctx, talkValidator, { meta: this.tiers })
    const talk = { id: newId(), turns, turnsLeft: turns - 1 }
    return this.streams.begin(ctx, { ...rest, kind: 'reply', place: { groupId: ctx.params.id }, talk })
  }

  /** DELETE …/talk: takes no more turns after the running one. */
  async endTalk(ctx: HttpContext) {
    const isFound = await this.replies.endTalk(ctx.auth.getUserOrFail().id, ctx.params.id)
    return isFound ? ctx.response.json({ message: 'The talk ends after this reply' }) : refuse(ctx, 'no_such_chat')
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
  async impersonate(ctx: HttpContext) {
    const line = await readBody(ctx, groupImpersonateValidator, { meta: this.tiers })
    return this.streams.begin(ctx, { ...line, kind: 'impersonate', place: { groupId: ctx.params.id } })
  }

  /** POST …/suggest: writes three messages that the user could send next. */
  async suggest(ctx: HttpContext) {
    const lines = await readBody(ctx, groupImpersonateValidator, { meta: this.tiers })
    return this.streams.begin(ctx, { ...lines, kind: 'suggest', place: { groupId: ctx.params.id } })
  }

  /** GET …/stream: streams the running reply from its beginning. Returns 204 without a running reply. */
  async follow(ctx: HttpContext) {
    return this.streams.follow(ctx, { characterId: null, sessionId: ctx.params.id })
  }

  /** POST …/stop: ends the running reply, keeps its text, and takes no more turns. */
  async stop(ctx: HttpContext) {
    return this.streams.stop(ctx, { characterId: null, sessionId: ctx.params.id })
  }

  async #rewrite(ctx: HttpContext, kind: 'reroll' | 'continue') {
    const rewrite = await readBody(ctx, rewriteValidator, { meta: this.tiers })
    return this.streams.begin(ctx, { ...rewrite, kind, place: { groupId: ctx.params.id } })
  }
}
