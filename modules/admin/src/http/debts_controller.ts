import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { Accounts } from '#modules/accounts/index'
import { RubyDebts } from '#modules/economy/index'
import type { RubyDebt } from '#modules/economy/api'
import { readQuery } from '#modules/kernel/validation'
import { limits, type AdminDebt } from '../../api.ts'
import { answerPage } from './answer_page.ts'
import { pageValidator } from './validators.ts'

const validator = pageValidator(limits.debtsMax)

@inject()
export default class DebtsController {
  constructor(
    private readonly debts: RubyDebts,
    private readonly accounts: Accounts
  ) {}

  async list(ctx: HttpContext): Promise<AdminDebt[] | void> {
    const { limit = limits.debtsDefault, cursor } = await readQuery(ctx, validator)
    const page = await this.debts.list({ limit, cursor })
    const people = await this.accounts.people(page?.items.map(({ userId }) => userId) ?? [])
    const withPerson = (debt: RubyDebt): AdminDebt => {
      const person = people.get(debt.userId)
      return { ...debt, user: person ? { name: person.name, email: person.email } : null }
    }
    return answerPage(ctx, page && { ...page, items: page.items.map(withPerson) })
  }
}
