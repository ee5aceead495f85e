import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { readBody } from '#modules/kernel/validation'
import type { UsernameCheck } from '../../api.ts'
import { ChooseUsername, type UsernameRefusal } from '../actions/choose_username.ts'
import { usernameMessages } from '../domain/usernames.ts'
import { UserQuery } from '../queries/user_query.ts'
import { refuse } from './refusals.ts'
import { usernameValidator } from './validators.ts'

@inject()
export default class UsernameController {
  constructor(
    private readonly chooseUsername: ChooseUsername,
    private readonly users: UserQuery
  ) {}

  async check({ auth, params }: HttpContext): Promise<UsernameCheck> {
    const checked = await this.chooseUsername.check(auth.getUserOrFail().id, String(params.username).trim())
    return checked.ok
      ? { available: true, message: usernameMessages.available }
      : { available: false, message: messageOf(checked.failure) }
  }

  async change(ctx: HttpContext) {
    const { id } = ctx.auth.getUserOrFail()
    const { username } = await readBody(ctx, usernameValidator)
    const chosen = await this.chooseUsername.run(id, username)
    return chosen.ok ? this.users.run(id, ctx.auth.use('web')) : refuse(ctx, chosen.failure)
  }
}

const messageOf = (refusal: UsernameRefusal): string =>
  refusal.kind === 'taken' ? usernameMessages.taken : refusal.message
