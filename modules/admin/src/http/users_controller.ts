import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { UserDirectory, type ListedUser } from '#modules/accounts/index'
import { problem } from '#modules/kernel/problem'
import { limits, type AdminUser } from '../../api.ts'
import { DisableAccount } from '../actions/disable_account.ts'
import { answerPage } from './answer_page.ts'
import { disabledValidator, pageValidator } from './validators.ts'

const validator = pageValidator(limits.users)

@inject()
export default class UsersController {
  constructor(
    private readonly users: UserDirectory,
    private readonly disableAccount: DisableAccount
  ) {}

  async list(ctx: HttpContext): Promise<AdminUser[] | void> {
    const { q = '', limit = limits.users, cursor } = await validator.validate(ctx.request.qs())
    const page = await this.users.list({ q, limit, cursor })
    return answerPage(ctx, page && { ...page, items: page.items.map(toAdminUser) })
  }

  async disable(ctx: HttpContext): Promise<AdminUser | void> {
    const { disabled } = await disabledValidator.validate(ctx.request.body())
    const userId: string = ctx.params.userId
    const done = await this.disableAccount.run({ actorId: ctx.auth.getUserOrFail().id, userId, disabled })
    const user = done.ok ? await this.users.find(userId) : null
    if (user) return toAdminUser(user)
    if (!done.ok && done.failure.kind === 'oneself')
      return problem(ctx, 422, 'oneself', 'You can’t disable your own account.')
    return problem(ctx, 404, 'user_not_found', 'There is no such user.')
  }
}

const toAdminUser = ({ rubyDebt: debt, ...user }: ListedUser): AdminUser => ({ ...user, debt })
