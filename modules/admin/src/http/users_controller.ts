import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { UserDirectory, type ListedUser } from '#modules/accounts/index'
import { readBody, readQuery } from '#modules/kernel/validation'
import { limits, type AdminUser } from '../../api.ts'
import type { Result } from '#modules/kernel/result'
import { ChangeRole } from '../actions/change_role.ts'
import { DisableAccount } from '../actions/disable_account.ts'
import { actorOf } from './actor_of.ts'
import { answerPage } from './answer_page.ts'
import { refuse } from './refusals.ts'
import { disabledValidator, pageValidator, roleValidator } from './validators.ts'

const validator = pageValidator(limits.users)

@inject()
export default class UsersController {
  constructor(
    private readonly users: UserDirectory,
    private readonly disableAccount: DisableAccount,
    private readonly roles: ChangeRole
  ) {}

  async list(ctx: HttpContext): Promise<AdminUser[] | void> {
    const { q = '', limit = limits.users, cursor } = await readQuery(ctx, validator)
    const page = await this.users.list({ q, limit, cursor })
    return answerPage(ctx, page && { ...page, items: page.items.map(toAdminUser) })
  }

  async disable(ctx: HttpContext): Promise<AdminUser | void> {
    const { disabled } = await readBody(ctx, disabledValidator)
    const userId: string = ctx.params.userId
    return this.#answer(ctx, await this.disableAccount.run({ actor: actorOf(ctx), userId, disabled }))
  }

  async changeRole(ctx: HttpContext): Promise<AdminUser | void> {
    const { role } = await readBody(ctx, roleValidator)
    const userId: string = ctx.params.userId
    return this.#answer(ctx, await this.roles.run({ actor: actorOf(ctx), userId, role }))
  }

  async #answer(ctx: HttpContext, done: Result<true, Parameters<typeof refuse>[1]>): Promise<AdminUser | void> {
    if (!done.ok) return refuse(ctx, done.failure)
    const user = await this.users.find(ctx.params.userId)
    return user ? toAdminUser(user) : refuse(ctx, 'unknown_user')
  }
}

const toAdminUser = ({ rubyDebt: debt, ...user }: ListedUser): AdminUser => ({ ...user, debt })
