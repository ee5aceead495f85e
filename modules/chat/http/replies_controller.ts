import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { isId } from '#modules/kernel/ids'
import { problem } from '#modules/kernel/problem'
import { Tiers } from '../prompts/index.ts'
import { invalid, noSuchChat } from './refusals.ts'
import { readRewriteBody } from './read_rewrite_body.ts'
import { readSendBody } from './read_send_body.ts'
import { ReplyStreams } from './reply_streams.ts'

@inject()
export default class RepliesController {
  constructor(
    private readonly streams: ReplyStreams,
    private readonly tiers: Tiers
  ) {}

  /** POST …/stream: sends a message and streams the reply. */
  async send(ctx: HttpContext) {
    const body = readSendBody(ctx.request.body() ?? {}, this.tiers.ids, this.tiers.defaultId)
    if (!body.ok) return problem(ctx, 422, 'validation_failed', body.failure[0]!.message, body.failure)
    const { sessionId, ...rest } = body.value
    return this.streams.begin(ctx, { ...rest, kind: 'reply', place: { characterId: ctx.params.id, sessionId } })
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
    const { sessionId, model, clientMessageId, zone } = ctx.request.body() ?? {}
    if (typeof sessionId !== 'string') return invalid(ctx, 'sessionId', 'required', 'sessionId is missing.')
    const given = { messageId: sessionId, model, clientMessageId, zone }
    const body = readRewriteBody(given, this.tiers.ids, this.tiers.defaultId)
    if (!body.ok) return problem(ctx, 422, 'validation_failed', body.failure[0]!.message, body.failure)
    const { messageId, ...rest } = body.value
    const place = { characterId: ctx.params.id, sessionId: messageId }
    return this.streams.begin(ctx, { ...rest, kind: 'impersonate', place })
  }

  /** GET …/stream: streams the running reply from its beginning. Returns 204 without a running reply. */
  async follow(ctx: HttpContext) {
    const sessionId = ctx.request.qs().session
    if (!isId(sessionId)) return noSuchChat(ctx)
    return this.streams.follow(ctx, { characterId: ctx.params.id, sessionId })
  }

  /** POST …/stop: ends the running reply and keeps its text. */
  async stop(ctx: HttpContext) {
    const { sessionId } = ctx.request.body() ?? {}
    if (sessionId === undefined || sessionId === null)
      return invalid(ctx, 'sessionId', 'required', 'sessionId is missing.')
    if (!isId(sessionId)) return noSuchChat(ctx)
    return this.streams.stop(ctx, { characterId: ctx.params.id, sessionId })
  }

  async #rewrite(ctx: HttpContext, kind: 'reroll' | 'continue') {
    const body = readRewriteBody(ctx.request.body() ?? {}, this.tiers.ids, this.tiers.defaultId)
    if (!body.ok) return problem(ctx, 422, 'validation_failed', body.failure[0]!.message, body.failure)
    return this.streams.begin(ctx, { ...body.value, kind, place: { characterId: ctx.params.id, sessionId: null } })
  }
}
