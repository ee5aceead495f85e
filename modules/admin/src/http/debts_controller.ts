import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { RubyDebts } from '#modules/economy/index'
import { limits } from '../../api.ts'
import { answerPage } from './answer_page.ts'
import { pageValidator } from './validators.ts'

const validator = pageValidator(limits.debtsMax)

@inject()
export default class DebtsController {
  constructor(private debts: RubyDebts) {}

  async list(ctx: HttpContext) {
    const { limit = limits.debtsDefault, cursor } = await validator.validate(ctx.request.qs())
    return answerPage(ctx, await this.debts.list({ limit, cursor }))
  }
}
