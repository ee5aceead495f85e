import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { isId } from '#modules/kernel/ids'
import { problem } from '#modules/kernel/problem'
import { Replies } from '../replies/index.ts'
import { adultGate, noSuchMessage } from './refusals.ts'

@inject()
export default class PromptsController {
  constructor(private readonly replies: Replies) {}

  /** GET /api/messages/{messageId}/prompt */
  async show(ctx: HttpContext) {
    const { answerId = null, replyId = null } = ctx.request.qs()
    for (const id of [answerId, replyId]) if (id !== null && !isId(id)) return notKept(ctx)
    const user = ctx.auth.getUserOrFail()
    const found = await this.replies.readPrompt({ user, messageId: ctx.params.id, answerId, replyId })
    switch (found) {
      case 'no_such_message':
        return noSuchMessage(ctx)
      case 'adult_gate':
        return adultGate(ctx)
      case 'not_kept':
        return notKept(ctx)
      default:
        return ctx.response.json(found)
    }
  }

  /** GET /api/messages/{messageId}/details */
  async details(ctx: HttpContext) {
    const { answerId = null } = ctx.request.qs()
    if (answerId !== null && !isId(answerId)) return noSuchMessage(ctx)
    const user = ctx.auth.getUserOrFail()
    const found = await this.replies.readDetails({ user, messageId: ctx.params.id, answerId })
    if (found === 'no_such_message') return noSuchMessage(ctx)
    if (found === 'adult_gate') return adultGate(ctx)
    return ctx.response.json(found)
  }
}

const notKept = (ctx: HttpContext) => problem(ctx, 404, 'not_kept', 'The prompt of this answer isn’t stored.')
