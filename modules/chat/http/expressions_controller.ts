import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { readBody } from '#modules/kernel/validation'
import type { AnswerExpression } from '../api.ts'
import { AnswerExpressions, type ExpressionRefusal } from '../replies/index.ts'
import { expressionValidator, labelValidator } from './message_validators.ts'
import { refuse } from './refusals.ts'

@inject()
export default class ExpressionsController {
  constructor(private readonly expressions: AnswerExpressions) {}

  /** GET /api/chats/{sessionId}/expressions */
  async show(ctx: HttpContext) {
    const found = await this.expressions.read(ctx.auth.getUserOrFail(), ctx.params.id)
    return found ? ctx.response.json(found) : refuse(ctx, 'no_such_chat')
  }

  /** POST /api/messages/{id}/expression */
  async label(ctx: HttpContext) {
    const { answerId } = await readBody(ctx, labelValidator)
    return answer(ctx, await this.expressions.label({ ...target(ctx), answerId }))
  }

  /** PUT /api/messages/{id}/expression */
  async choose(ctx: HttpContext) {
    const { answerId, label } = await readBody(ctx, expressionValidator)
    return answer(ctx, await this.expressions.choose({ ...target(ctx), answerId }, label))
  }
}

const target = (ctx: HttpContext) => ({ user: ctx.auth.getUserOrFail(), messageId: ctx.params.id as string })

const answer = (ctx: HttpContext, outcome: AnswerExpression | ExpressionRefusal) =>
  typeof outcome === 'string' ? refuse(ctx, outcome) : ctx.response.json(outcome)
