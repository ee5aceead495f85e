import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { UserDirectory, type ListedUser } from '#modules/accounts/index'
import { readBody, readQuery } from '#modules/kernel/validation'
import { limits, type AdminUser } from '../../api.ts'
import { DisableAccount } from '../actions/disable_account.ts'
import { answerPage } from './answer_page.ts'
import { refuse } from './refusals.ts'
import { disabledValidator, pageValidator } from './validators.ts'

const validator = pageValidator(limits.users)

@inject()
export default class UsersController {
  constructor(
    private readonly users: UserDirectory,
    private readonly disableAccount: DisableAccount
  ) {}

  async list(ctx: HttpContext): Promise<AdminUser[] | void> {
    const { q = '', limit = limits.users, cursor } = await readQuery(ctx, validator)
    const page = await this.users.list({ q, limit, cursor })
    return answerPage(ctx, page && { ...page, items: page.items.map(toAdminUser) })
  }

  async disable(ctx: HttpContext): Promise<AdminUser | void> {
    const { disabled } = await readBody(ctx, disabledValidator)
    const userId: string = ctx.params.userId
    const done = await this.disableAccount.run({ actorId: ctx.auth.getUserOrFail().id, userId, disabled })
    if (!done.ok) return refuse(ctx, done.failure)
    const user = await this.users.find(userId)
    return user ? toAdminUser(user) : refuse(ctx, 'unknown_user')
  }
}

const toAdminUser = ({ rubyDebt: debt, ...user }: ListedUser): AdminUser => ({ ...user, debt })
