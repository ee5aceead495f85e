import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { TierModels } from '#modules/chat/index'
import { readBody } from '#modules/kernel/validation'
import type { AdminModel } from '../../api.ts'
import { ExplainModel } from '../actions/explain_model.ts'
import { refuse } from './refusals.ts'
import { modelReasonValidator } from './validators.ts'

@inject()
export default class ModelsController {
  constructor(
    private readonly models: TierModels,
    private readonly explainModel: ExplainModel
  ) {}

  list(): Promise<AdminModel[]> {
    return this.models.list()
  }

  async explain(ctx: HttpContext): Promise<AdminModel[] | void> {
    const { reason } = await readBody(ctx, modelReasonValidator)
    const { tier } = ctx.params
    const isKnown = await this.explainModel.run({ actorId: ctx.auth.getUserOrFail().id, tier, reason })
    return isKnown ? this.list() : refuse(ctx, 'unknown_tier')
  }
}
