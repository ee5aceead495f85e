import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { OpenAccount } from '../actions/open_account.ts'
import { SignInLimits } from '../actions/sign_in_limits.ts'
import { UserQuery } from '../queries/user_query.ts'
import { completeSignIn, refuse, refuseBusy, refuseInvalid, refuseTooMany } from './sign_in_responses.ts'
import { uncountWhenBusy } from './hashing_busy.ts'
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
    const [invalid, account] = await registerValidator.tryValidate(ctx.request.body())
    if (invalid) return refuseInvalid(ctx, 'register', invalid.messages)

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
      case 'invalid':
        return refuseInvalid(ctx, 'register', [opened.failure])
      case 'email_taken': {
        const message = 'There is an account with this e-mail already.'
        const errors = [{ field: 'email', rule: 'unique', message }]
        return refuse(ctx, 'register', { status: 409, code: 'email_taken', message, errors })
      }
    }
  }
}
