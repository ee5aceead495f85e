import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { rubyWord } from '#modules/economy/api'
import { problem } from '#modules/kernel/problem'
import type { RubyAdjustmentAnswer } from '../../api.ts'
import { AdjustRubies } from '../actions/adjust_rubies.ts'
import { adjustmentValidator } from './validators.ts'

@inject()
export default class RubiesController {
  constructor(private readonly adjustRubies: AdjustRubies) {}

  async handle(ctx: HttpContext): Promise<RubyAdjustmentAnswer | void> {
    const { amount, reason } = await adjustmentValidator.validate(ctx.request.body())
    const { id: actorId } = ctx.auth.getUserOrFail()
    const adjusted = await this.adjustRubies.run({
      actorId,
      userId: ctx.params.userId,
      amount,
      reason: reason ?? undefined,
    })
    if (adjusted.ok) {
      const { rubies } = adjusted.value
      const done = `${amount > 0 ? 'Granted' : 'Deducted'} ${Math.abs(amount)} ${rubyWord(amount)}.`
      return { message: `${done} The balance is ${rubies}.`, rubies }
    }
    switch (adjusted.failure.kind) {
      case 'unknown_user':
        return problem(ctx, 404, 'user_not_found', 'There is no such user.')
      case 'insufficient_rubies':
        return problem(
          ctx,
          422,
          'insufficient_rubies',
          `The balance is ${adjusted.failure.rubies}, so ${-amount} ${rubyWord(amount)} can't be deducted.`
        )
    }
  }
}
