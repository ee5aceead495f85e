import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { readBody } from '#modules/kernel/validation'
import { DeleteAccount } from '../actions/delete_account.ts'
import { SignInLimits } from '../actions/sign_in_limits.ts'
import { clearBrowserCache } from './clear_browser_cache.ts'
import { uncountWhenBusy } from './hashing_busy.ts'
import { KnownDevices } from './known_devices.ts'
import { refuse } from './refusals.ts'
import { logRefusal } from './sign_in_log.ts'
import { deleteAccountValidator } from './validators.ts'

@inject()
export default class DeleteAccountController {
  constructor(
    private readonly deleteAccount: DeleteAccount,
    private readonly limits: SignInLimits,
    private readonly devices: KnownDevices
  ) {}

  /** Wrong passwords count towards the sign-in limits. */
  async handle(ctx: HttpContext) {
    const { id: userId, email } = ctx.auth.getUserOrFail()
    const { currentPassword = null } = await readBody(ctx, deleteAccountValidator)
    const source = this.devices.sourceOf(ctx, email)
    const waitSeconds = currentPassword === null ? null : await this.limits.countSignIn(source)
    if (waitSeconds !== null)
      return refuse(ctx, { kind: 'too_many', retryAfterSeconds: waitSeconds, reason: 'Too many wrong passwords.' })

    const guard = ctx.auth.use('web')
    const deleted = await uncountWhenBusy(
      () => this.deleteAccount.run({ userId, currentPassword, token: guard.token }),
      async () => currentPassword !== null && this.limits.uncountSignIn(source)
    )
    if (currentPassword !== null && (deleted.ok || deleted.failure.kind.startsWith('last_')))
      await this.limits.resetSignIns(source)
    if (!deleted.ok) {
      if (deleted.failure.kind === 'wrong') logRefusal(ctx, { way: 'settings', userId, reason: 'wrong' })
      return refuse(ctx, deleted.failure.kind === 'unproven' ? 'unproven_deletion' : deleted.failure)
    }
    await guard.signOut()
    clearBrowserCache(ctx)
    return { message: 'Your account has been deleted.' }
  }
}
