import { inject } from '@adonisjs/core'
import { LedgerChecks } from '#modules/economy/index'

@inject()
export default class LedgerCheckController {
  constructor(private readonly checks: LedgerChecks) {}

  async show() {
    return { last: await this.checks.last() }
  }
}
