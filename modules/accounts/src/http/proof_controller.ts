import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { readBody } from '#modules/kernel/validation'
import { SignIn } from '../actions/sign_in.ts'
import { SignInLimits } from '../actions/sign_in_limits.ts'
import { uncountWhenBusy } from './hashing_busy.ts'
import { KnownDevices } from './known_devices.ts'
import { refuse } from './refusals.ts'
import { logRefusal, logSignIn } from './sign_in_log.ts'
import { proofValidator } from './validators.ts'

/** Renews the proof of a signed-in user's identity. */
@inject()
export default class ProofController {
  constructor(
    private readonly signIn: SignIn,
    private readonly limits: SignInLimits,
    private readonly devices: KnownDevices
  ) {}

  /** Wrong passwords count towards the sign-in limits. */
  async byPassword(ctx: HttpContext) {
    const { id: userId, email } = ctx.auth.getUserOrFail()
    const { currentPassword } = await readBody(ctx, proofValidator)
    const source = this.devices.sourceOf(ctx, email)
    const waitSeconds = await this.limits.countSignIn(source)
    if (waitSeconds !== null) {
      logRefusal(ctx, { way: 'proof', userId, reason: 'too_many' })
      return refuse(ctx, { kind: 'too_many', retryAfterSeconds: waitSeconds, reason: 'Too many wrong passwords.' })
    }
    const verified = await uncountWhenBusy(
      () => this.signIn.run(email, currentPassword),
      () => this.limits.uncountSignIn(source)
    )
    if (!verified.ok || verified.value.userId !== userId) {
      logRefusal(ctx, { way: 'proof', userId, reason: 'wrong' })
      return refuse(ctx, 'wrong_proof')
    }
    await this.limits.resetSignIns(source)
    if (!(await ctx.auth.use('web').prove())) return refuse(ctx, 'signed_out')
    this.devices.remember(ctx, email)
    logSignIn(ctx, { way: 'proof', userId })
    return { message: 'Thank you for confirming.' }
  }
}
