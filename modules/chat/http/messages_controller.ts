import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { readBody } from '#modules/kernel/validation'
import type { Message } from '../api.ts'
import { ChangeMessage, type ChangeRefusal } from '../sessions/index.ts'
import { alternateValidator, editValidator, hiddenValidator } from './message_validators.ts'
import { refuse } from './refusals.ts'

@inject()
export default class MessagesController {
  constructor(private readonly changeMessage: ChangeMessage) {}

  /** PUT /api/messages/{id} */
  async edit(ctx: HttpContext) {
    const { content } = await readBody(ctx, editValidator)
    return answer(ctx, await this.changeMessage.edit({ ...target(ctx), content }))
  }

  /** PUT /api/messages/{id}/alternate */
  async choose(ctx: HttpContext) {
    const { index } = await readBody(ctx, alternateValidator)
    return answer(ctx, await this.changeMessage.choose({ ...target(ctx), index }))
  }

  /** PUT /api/messages/{id}/hidden */
  async hide(ctx: HttpContext) {
    const { isHidden } = await readBody(ctx, hiddenValidator)
    return answer(ctx, await this.changeMessage.hide({ ...target(ctx), isHidden }))
  }

  /** DELETE /api/messages/{id} */
  async destroy(ctx: HttpContext) {
    const outcome = await this.changeMessage.delete(target(ctx))
    if (typeof outcome === 'string') return refuse(ctx, outcome)
    return ctx.response.json({ message: 'Message has been deleted successfully' })
  }

  /** POST /api/messages/{id}/restore */
  async restore(ctx: HttpContext) {
    return answer(ctx, await this.changeMessage.restore(target(ctx)))
  }
}

const target = (ctx: HttpContext) => ({ user: ctx.auth.getUserOrFail(), messageId: ctx.params.id as string })

const answer = (ctx: HttpContext, outcome: Message | ChangeRefusal | 'too_long' | 'no_such_alternate') =>
  typeof outcome === 'string' ? refuse(ctx, outcome) : ctx.response.json(outcome)
