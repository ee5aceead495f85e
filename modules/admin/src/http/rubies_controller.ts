import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { rubyWord } from '#modules/economy/api'
import { readBody } from '#modules/kernel/validation'
import type { RubyAdjustmentAnswer } from '../../api.ts'
import { AdjustRubies } from '../actions/adjust_rubies.ts'
import { actorOf } from './actor_of.ts'
import { refuse } from './refusals.ts'
import { adjustmentValidator } from './validators.ts'

@inject()
export default class RubiesController {
  constructor(private readonly adjustRubies: AdjustRubies) {}

  async handle(ctx: HttpContext): Promise<RubyAdjustmentAnswer | void> {
    const { amount, reason } = await readBody(ctx, adjustmentValidator)
    const { userId } = ctx.params
    const adjusted = await this.adjustRubies.run(actorOf(ctx), { userId, amount, reason: reason ?? undefined })
    if (!adjusted.ok) return refuse(ctx, { ...adjusted.failure, amount })
    const { rubies } = adjusted.value
    const done = `${amount > 0 ? 'Granted' : 'Deducted'} ${Math.abs(amount)} ${rubyWord(amount)}.`
    return { message: `${done} The balance is ${rubies}.`, rubies }
  }
}
