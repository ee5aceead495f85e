import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { problem } from '#modules/kernel/problem'
import type { UsernameCheck } from '../../api.ts'
import { ChooseUsername, type UsernameRefusal } from '../actions/choose_username.ts'
import { usernameMessages } from '../domain/usernames.ts'
import { UserQuery } from '../queries/user_query.ts'
import { refuseInvalid } from './refusals.ts'
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
    const [invalid, input] = await usernameValidator.tryValidate(ctx.request.body())
    if (invalid) return refuseInvalid(ctx, invalid.messages)
    const chosen = await this.chooseUsername.run(id, input.username)
    if (chosen.ok) return this.users.run(id)
    const message = messageOf(chosen.failure)
    switch (chosen.failure.kind) {
      case 'ill_formed':
        return refuseInvalid(ctx, [{ field: 'username', rule: 'username', message }])
      case 'taken':
        return problem(ctx, 409, 'username_taken', message, [{ field: 'username', rule: 'unique', message }])
    }
  }
}

const messageOf = (refusal: UsernameRefusal): string =>
  refusal.kind === 'taken' ? usernameMessages.taken : refusal.message
