import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { readBody } from '#modules/kernel/validation'
import { ChangePassword } from '../actions/change_password.ts'
import { SignInLimits } from '../actions/sign_in_limits.ts'
import { uncountWhenBusy } from './hashing_busy.ts'
import { KnownDevices } from './known_devices.ts'
import { refuse } from './refusals.ts'
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
    const { newPassword, currentPassword = null } = await readBody(ctx, passwordValidator)
    const source = this.devices.sourceOf(ctx, email)
    const waitSeconds = currentPassword === null ? null : await this.limits.countSignIn(source)
    if (waitSeconds !== null)
      return refuse(ctx, { kind: 'too_many', retryAfterSeconds: waitSeconds, reason: 'Too many wrong passwords.' })

    const { token } = ctx.auth.use('web')
    const changed = await uncountWhenBusy(
      () => this.changePassword.run({ userId: id, token, currentPassword, newPassword }),
      async () => currentPassword !== null && this.limits.uncountSignIn(source)
    )
    // The current password was right, although the new one may be weak.
    if (currentPassword !== null && (changed.ok || changed.failure.kind === 'weak'))
      await this.limits.resetSignIns(source)
    if (changed.ok) return { message: 'Your password has been changed. All other sessions have ended.' }
    if (changed.failure.kind === 'wrong') logRefusal(ctx, { way: 'settings', userId: id, reason: 'wrong' })
    return refuse(ctx, changed.failure)
  }
}
