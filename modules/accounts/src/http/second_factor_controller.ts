import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { Database } from '@adonisjs/lucid/database'
import { readBody } from '#modules/kernel/validation'
import { SignInLimits } from '../actions/sign_in_limits.ts'
import { BeginSecondFactor } from '../second_factor/begin_second_factor.ts'
import { CheckCode } from '../second_factor/check_code.ts'
import { ConfirmSecondFactor } from '../second_factor/confirm_second_factor.ts'
import { removeSecondFactor } from '../second_factor/remove_second_factor.ts'
import { RenewRecoveryCodes } from '../second_factor/renew_recovery_codes.ts'
import { SessionStore } from '../sessions/session_store.ts'
import { codeValidator } from './code_validator.ts'
import { uncountWhenBusy } from './hashing_busy.ts'
import { KnownDevices } from './known_devices.ts'
import { isProven } from './proof.ts'
import { refuse } from './refusals.ts'
import { logRefusal } from './sign_in_log.ts'

/** Turns two-step sign-in on and off. */
@inject()
export default class SecondFactorController {
  constructor(
    private readonly beginSecondFactor: BeginSecondFactor,
    private readonly confirmSecondFactor: ConfirmSecondFactor,
    private readonly renewRecoveryCodes: RenewRecoveryCodes,
    private readonly checkCode: CheckCode,
    private readonly limits: SignInLimits,
    private readonly devices: KnownDevices,
    private readonly sessions: SessionStore,
    private readonly db: Database
  ) {}

  async begin(ctx: HttpContext) {
    if (!(await isProven(ctx))) return refuse(ctx, 'unproven')
    const { id, email } = ctx.auth.getUserOrFail()
    const begun = await this.beginSecondFactor.run(id, email)
    if (!begun.ok) return refuse(ctx, 'on_already')
    return begun.value
  }

  /** Wrong codes are not limited here, because the user has just seen the secret. */
  async confirm(ctx: HttpContext) {
    const { code } = await readBody(ctx, codeValidator)
    const { token } = ctx.auth.use('web')
    const userId = ctx.auth.getUserOrFail().id
    const confirmed = await this.confirmSecondFactor.run({ userId, token, code })
    if (confirmed.ok) return { recoveryCodes: confirmed.value }
    return refuse(ctx, confirmed.failure.kind === 'wrong_code' ? 'wrong_first_code' : confirmed.failure)
  }

  async renew(ctx: HttpContext) {
    const refusal = await this.#verifyOwner(ctx)
    if (refusal) return refusal()
    const renewed = await this.renewRecoveryCodes.run(ctx.auth.getUserOrFail().id)
    return renewed.ok ? { recoveryCodes: renewed.value } : refuse(ctx, 'off')
  }

  async remove(ctx: HttpContext) {
    const refusal = await this.#verifyOwner(ctx)
    if (refusal) return refusal()
    const { token } = ctx.auth.use('web')
    const userId = ctx.auth.getUserOrFail().id
    const wasOn = await this.db.transaction((trx) =>
      removeSecondFactor({ userId, token, sessions: this.sessions, trx })
    )
    if (!wasOn) return refuse(ctx, 'off')
    return { message: 'Two-step sign-in is off. All other sessions have ended.' }
  }

  /**
   * Requires a recent proof and a code. Wrong codes count towards the sign-in limits. Returns a function that responds with the refusal,
   * or null.
   */
  async #verifyOwner(ctx: HttpContext): Promise<(() => unknown) | null> {
    if (!(await isProven(ctx))) return () => refuse(ctx, 'unproven')
    const { code } = await readBody(ctx, codeValidator)
    const { id: userId, email, hasSecondFactor } = ctx.auth.getUserOrFail()
    if (!hasSecondFactor) return () => refuse(ctx, 'off')
    const source = this.devices.sourceOf(ctx, email)
    const waitSeconds = await this.limits.countSignIn(source)
    if (waitSeconds !== null) return () => refuse(ctx, { kind: 'too_many_codes', retryAfterSeconds: waitSeconds })
    const checked = await uncountWhenBusy(
      () => this.checkCode.run(userId, code),
      () => this.limits.uncountSignIn(source)
    )
    if (!checked.ok) {
      logRefusal(ctx, { way: 'settings', userId, reason: 'wrong_code' })
      return () => refuse(ctx, checked.failure)
    }
    await this.limits.resetSignIns(source)
    return null
  }
}
