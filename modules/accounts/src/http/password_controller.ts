import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { problem } from '#modules/kernel/problem'
import { ChangePassword } from '../actions/change_password.ts'
import { SignInLimits } from '../actions/sign_in_limits.ts'
import { refuseInvalid, refuseTooMany } from './refusals.ts'
import { passwordValidator } from './validators.ts'

@inject()
export default class PasswordController {
  constructor(
    private changePassword: ChangePassword,
    private limits: SignInLimits
  ) {}

  /** A guess here counts as one at the door: whoever found an open browser gets no more of them. */
  async change(ctx: HttpContext) {
    const { id, email } = ctx.auth.getUserOrFail()
    const [invalid, passwords] = await passwordValidator.tryValidate(ctx.request.body())
    if (invalid) return refuseInvalid(ctx, invalid.messages)

    const address = ctx.request.ip()
    const waitSeconds = await this.limits.countSignIn(email, address)
    if (waitSeconds !== null) return refuseTooMany(ctx, waitSeconds, 'Too many wrong passwords.')

    const { token } = ctx.auth.use('web')
    const changed = await this.changePassword.run({ userId: id, token, ...passwords })
    if (changed.ok) {
      await this.limits.forgive(email, address)
      return { message: 'Your password has been changed. All other sessions have ended.' }
    }
    switch (changed.failure.kind) {
      case 'wrong': {
        const message = 'The current password is wrong.'
        return problem(ctx, 422, 'wrong_password', message, [{ field: 'currentPassword', rule: 'password', message }])
      }
    }
  }
}
