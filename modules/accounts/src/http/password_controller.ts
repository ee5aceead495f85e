import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ChangePassword } from '../actions/change_password.ts'
import { SignInLimits } from '../actions/sign_in_limits.ts'
import { uncountWhenBusy } from './hashing_busy.ts'
import { KnownDevices } from './known_devices.ts'
import { refuseUnproven } from './proof.ts'
import { refuseInvalid, refuseMissingPassword, refuseTooMany, refuseWrongPassword } from './refusals.ts'
import { logRefusal } from './sign_in_log.ts'
import { passwordValidator } from './validators.ts'

@inject()
export default class PasswordController {
  constructor(
    private readonly changePassword: ChangePassword,
    private readonly limits: SignInLimits,
    private readonly devices: KnownDevices
  ) {}

  /**
   * Setting the first password requires a recent proof. Wrong passwords count towards the sign-in limits, so an unattended browser doesn't
   * allow more guesses.
   */
  async change(ctx: HttpContext) {
    const { id, email } = ctx.auth.getUserOrFail()
    const [invalid, passwords] = await passwordValidator.tryValidate(ctx.request.body())
    if (invalid) return refuseInvalid(ctx, invalid.messages)

    const { newPassword, currentPassword = null } = passwords
    const source = this.devices.sourceOf(ctx, email)
    const waitSeconds = currentPassword === null ? null : await this.limits.countSignIn(source)
    if (waitSeconds !== null) return refuseTooMany(ctx, waitSeconds, 'Too many wrong passwords.')

    const { token } = ctx.auth.use('web')
    const changed = await uncountWhenBusy(
      () => this.changePassword.run({ userId: id, token, currentPassword, newPassword }),
      async () => currentPassword !== null && this.limits.uncountSignIn(source)
    )
    if (changed.ok) {
      if (currentPassword !== null) await this.limits.resetSignIns(source)
      return { message: 'Your password has been changed. All other sessions have ended.' }
    }
    const refusal = changed.failure
    switch (refusal.kind) {
      case 'weak':
        if (currentPassword !== null) await this.limits.resetSignIns(source)
        return refuseInvalid(ctx, [{ field: 'newPassword', rule: refusal.rule, message: refusal.message }])
      case 'unproven':
        return refuseUnproven(ctx)
      case 'missing':
        return refuseMissingPassword(ctx)
      case 'wrong':
        logRefusal(ctx, { way: 'settings', userId: id, reason: 'wrong' })
        return refuseWrongPassword(ctx)
    }
  }
}
