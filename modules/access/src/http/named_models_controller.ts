import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import type { ModelInfo, ModelList } from '../../api.ts'
import { ListModels } from '../models/list_models.ts'
import { refuseModel } from './model_refusals.ts'

/** The models of programs. */
@inject()
export default class NamedModelsController {
  constructor(private readonly models: ListModels) {}

  list({ auth }: HttpContext): Promise<ModelList> {
    return this.models.list(auth.getUserOrFail())
  }

  async show(ctx: HttpContext): Promise<ModelInfo | void> {
    const found = await this.models.find(ctx.auth.getUserOrFail(), String(ctx.params.model))
    return typeof found === 'string' ? refuseModel(ctx, found) : found
  }
}
