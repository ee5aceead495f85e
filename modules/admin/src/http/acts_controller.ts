import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { readQuery } from '#modules/kernel/validation'
import { limits, type AdminActRow } from '../../api.ts'
import { ActsQuery } from '../queries/acts_query.ts'
import { answerPage } from './answer_page.ts'
import { pageValidator } from './validators.ts'

const validator = pageValidator(limits.actsMax)

@inject()
export default class ActsController {
  constructor(private readonly acts: ActsQuery) {}

  async list(ctx: HttpContext): Promise<AdminActRow[] | void> {
    const { q = '', limit = limits.actsDefault, cursor } = await readQuery(ctx, validator)
    return answerPage(ctx, await this.acts.run({ q, limit, cursor }))
  }
}
