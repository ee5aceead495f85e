import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { invalidField, invalidFields } from '#modules/kernel/refusals'
import { tryReadBody } from '#modules/kernel/validation'
import { OpenAccount } from '../actions/open_account.ts'
import { SignInLimits } from '../actions/sign_in_limits.ts'
import { UserQuery } from '../queries/user_query.ts'
import { completeSignIn, refuse, refuseBusy, refuseTooMany } from './sign_in_responses.ts'
import { uncountWhenBusy } from './hashing_busy.ts'
import { emailTaken } from './refusals.ts'
import { registerValidator } from './validators.ts'

@inject()
export default class RegisterController {
  constructor(
    private readonly openAccount: OpenAccount,
    private readonly limits: SignInLimits,
    private readonly users: UserQuery
  ) {}

  handle(ctx: HttpContext) {
    return this.#register(ctx).catch((error) => refuseBusy(ctx, 'register', error))
  }

  async #register(ctx: HttpContext) {
    const given = await tryReadBody(ctx, registerValidator)
    if (!given.ok) return refuse(ctx, 'register', invalidFields(given.failure, 'invalid'))
    const account = given.value

    const address = ctx.request.ip()
    const waitSeconds = await this.limits.countRegistration(address)
    if (waitSeconds !== null)
      return refuseTooMany(ctx, 'register', waitSeconds, 'Too many new accounts from your address.')

    const opened = await uncountWhenBusy(
      () => this.openAccount.run({ ...account, address }),
      () => this.limits.uncountRegistration(address)
    )
    if (opened.ok)
      return completeSignIn(ctx, { ...opened.value, email: account.email, way: 'register' }, this.users, 201)
    switch (opened.failure.kind) {
      case 'invalid': {
        const { field, rule, message } = opened.failure
        return refuse(ctx, 'register', invalidField(field, rule, message, 'invalid'))
      }
      case 'email_taken':
        return refuse(ctx, 'register', emailTaken)
    }
  }
}
