import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { readQuery } from '#modules/kernel/validation'
import { Replies } from '../replies/index.ts'
import { detailsValidator, promptValidator } from './message_validators.ts'
import { refuse } from './refusals.ts'

@inject()
export default class PromptsController {
  constructor(private readonly replies: Replies) {}

  /** GET /api/messages/{messageId}/prompt */
  async show(ctx: HttpContext) {
    const { answerId = null, replyId = null } = await readQuery(ctx, promptValidator)
    return answer(ctx, await this.replies.readPrompt({ ...target(ctx), answerId, replyId }))
  }

  /** GET /api/messages/{messageId}/details */
  async details(ctx: HttpContext) {
    const { answerId = null } = await readQuery(ctx, detailsValidator)
    return answer(ctx, await this.replies.readDetails({ ...target(ctx), answerId }))
  }
}

const target = (ctx: HttpContext) => ({ user: ctx.auth.getUserOrFail(), messageId: ctx.params.id as string })

const answer = (ctx: HttpContext, found: object | 'no_such_message' | 'adult_gate' | 'not_kept') =>
  typeof found === 'string' ? refuse(ctx, found) : ctx.response.json(found)
