import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { readBody, readQuery } from '#modules/kernel/validation'
import { Tiers } from '../prompts/index.ts'
import { ReplyStreams } from './reply_streams.ts'
import {
  followValidator,
  impersonateValidator,
  rewriteValidator,
  sendValidator,
  stopValidator,
} from './reply_validators.ts'

@inject()
export default class RepliesController {
  constructor(
    private readonly streams: ReplyStreams,
    private readonly tiers: Tiers
  ) {}

  /** POST …/stream: sends a message and streams the reply. */
  async send(ctx: HttpContext) {
    const { sessionId, ...sent } = await readBody(ctx, sendValidator, { meta: this.tiers })
    return this.streams.begin(ctx, { ...sent, kind: 'reply', place: { characterId: ctx.params.id, sessionId } })
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
    const { sessionId, ...line } = await readBody(ctx, impersonateValidator, { meta: this.tiers })
    return this.streams.begin(ctx, { ...line, kind: 'impersonate', place: { characterId: ctx.params.id, sessionId } })
  }

  /** POST …/suggest: writes three messages that the user could send next. */
  async suggest(ctx: HttpContext) {
    const { sessionId, ...lines } = await readBody(ctx, impersonateValidator, { meta: this.tiers })
    return this.streams.begin(ctx, { ...lines, kind: 'suggest', place: { characterId: ctx.params.id, sessionId } })
  }

  /** GET …/stream: streams the running reply from its beginning. Returns 204 without a running reply. */
  async follow(ctx: HttpContext) {
    const { session: sessionId } = await readQuery(ctx, followValidator)
    return this.streams.follow(ctx, { characterId: ctx.params.id, sessionId })
  }

  /** POST …/stop: ends the running reply and keeps its text. */
  async stop(ctx: HttpContext) {
    const { sessionId } = await readBody(ctx, stopValidator)
    return this.streams.stop(ctx, { characterId: ctx.params.id, sessionId })
  }

  async #rewrite(ctx: HttpContext, kind: 'reroll' | 'continue') {
    const rewrite = await readBody(ctx, rewriteValidator, { meta: this.tiers })
    return this.streams.begin(ctx, { ...rewrite, kind, place: { characterId: ctx.params.id, sessionId: null } })
  }
}
