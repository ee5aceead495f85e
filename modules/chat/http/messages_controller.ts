import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { isBlankMessage } from '#modules/kernel/macros'
import { isLonger } from '#modules/kernel/text'
import { limits, type Message } from '../api.ts'
import { ChangeMessage } from '../sessions/index.ts'
import { adultGate, invalid, noSuchMessage, replyRunning } from './refusals.ts'

@inject()
export default class MessagesController {
  constructor(private readonly changeMessage: ChangeMessage) {}

  /** PUT /api/messages/{id} */
  async edit(ctx: HttpContext) {
    const { content } = ctx.request.body() ?? {}
    // Before the macros are filled, which takes time.
    if (typeof content === 'string' && isLonger(content, limits.answerMax)) return tooLong(ctx, limits.answerMax)
    if (typeof content !== 'string' || isBlankMessage(content))
      return invalid(ctx, 'content', 'required', 'A message needs some text. To remove it, delete it.')
    return this.#answer(ctx, await this.changeMessage.edit({ ...this.#target(ctx), content }))
  }

  /** PUT /api/messages/{id}/alternate */
  async choose(ctx: HttpContext) {
    const { index } = ctx.request.body() ?? {}
    if (!Number.isSafeInteger(index) || index < 0 || index > 1_000_000) return noSuchAlternate(ctx)
    return this.#answer(ctx, await this.changeMessage.choose({ ...this.#target(ctx), index }))
  }

  /** PUT /api/messages/{id}/hidden */
  async hide(ctx: HttpContext) {
    const { isHidden } = ctx.request.body() ?? {}
    if (typeof isHidden !== 'boolean') return invalid(ctx, 'isHidden', 'boolean', 'isHidden must be true or false.')
    return this.#answer(ctx, await this.changeMessage.hide({ ...this.#target(ctx), isHidden }))
  }

  /** DELETE /api/messages/{id} */
  async destroy(ctx: HttpContext) {
    const outcome = await this.changeMessage.delete(this.#target(ctx))
    if (typeof outcome === 'string') return this.#answer(ctx, outcome)
    return ctx.response.json({ message: 'Message has been deleted successfully' })
  }

  /** POST /api/messages/{id}/restore */
  async restore(ctx: HttpContext) {
    return this.#answer(ctx, await this.changeMessage.restore(this.#target(ctx)))
  }

  #target(ctx: HttpContext) {
    return { user: ctx.auth.getUserOrFail(), messageId: ctx.params.id as string }
  }

  #answer(
    ctx: HttpContext,
    outcome: Message | 'no_such_message' | 'adult_gate' | 'busy' | 'too_long' | 'no_such_alternate'
  ) {
    switch (outcome) {
      case 'no_such_message':
        return noSuchMessage(ctx)
      case 'adult_gate':
        return adultGate(ctx)
      case 'busy':
        return replyRunning(ctx)
      case 'too_long':
        return tooLong(ctx, limits.contentMax)
      case 'no_such_alternate':
        return noSuchAlternate(ctx)
      default:
        return ctx.response.json(outcome)
    }
  }
}

const tooLong = (ctx: HttpContext, max: number) =>
  invalid(ctx, 'content', 'maxLength', `A message has at most ${max.toLocaleString('en')} characters.`)

const noSuchAlternate = (ctx: HttpContext) =>
  invalid(ctx, 'index', 'range', 'There is no such answer. The index counts the alternates of the message from 0.')
