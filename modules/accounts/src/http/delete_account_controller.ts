import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { problem } from '#modules/kernel/problem'
import { DeleteAccount, type DeleteRefusal } from '../actions/delete_account.ts'
import { SignInLimits } from '../actions/sign_in_limits.ts'
import { limits } from '../domain/limits.ts'
import { clearBrowserCache } from './clear_browser_cache.ts'
import { uncountWhenBusy } from './hashing_busy.ts'
import { KnownDevices } from './known_devices.ts'
import { refuseInvalid, refuseMissingPassword, refuseTooMany, refuseWrongPassword } from './refusals.ts'
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
    const [invalid, given] = await deleteAccountValidator.tryValidate(ctx.request.body())
    if (invalid) return refuseInvalid(ctx, invalid.messages)
    const currentPassword = given.currentPassword ?? null

    const source = this.devices.sourceOf(ctx, email)
    const waitSeconds = currentPassword === null ? null : await this.limits.countSignIn(source)
    if (waitSeconds !== null) return refuseTooMany(ctx, waitSeconds, 'Too many wrong passwords.')

    const guard = ctx.auth.use('web')
    const deleted = await uncountWhenBusy(
      () => this.deleteAccount.run({ userId, currentPassword, token: guard.token }),
      async () => currentPassword !== null && this.limits.uncountSignIn(source)
    )
    if (currentPassword !== null && (deleted.ok || deleted.failure.kind === 'last_admin'))
      await this.limits.resetSignIns(source)
    if (!deleted.ok) {
      if (deleted.failure.kind === 'wrong') logRefusal(ctx, { way: 'settings', userId, reason: 'wrong' })
      return this.#refuse(ctx, deleted.failure)
    }
    await guard.signOut()
    clearBrowserCache(ctx)
    return { message: 'Your account has been deleted.' }
  }

  #refuse(ctx: HttpContext, { kind }: DeleteRefusal) {
    switch (kind) {
      case 'missing':
        return refuseMissingPassword(ctx)
      case 'wrong':
        return refuseWrongPassword(ctx)
      case 'unproven':
        return problem(
          ctx,
          403,
          'sign_in_again',
          `Your account has no password. To confirm that it’s you, log out, sign in again, and delete it within ${limits.freshSignInMinutes} minutes.`
        )
      case 'last_admin':
        return problem(
          ctx,
          409,
          kind,
          'You are the only admin. Please make another user an admin before you delete your account.'
        )
      case 'gone':
        return problem(ctx, 401, 'signed_out', 'Please log in first.')
    }
  }
}
