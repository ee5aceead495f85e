import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { problem } from '#modules/kernel/problem'
import { SignIn } from '../actions/sign_in.ts'
import { SignInLimits } from '../actions/sign_in_limits.ts'
import { countedTry } from './hashing_busy.ts'
import { KnownDevices } from './known_devices.ts'
import { refuseInvalid, refuseTooMany, refuseWrongPassword } from './refusals.ts'
import { noteRefusal, noteSignIn } from './sign_in_log.ts'
import { proofValidator } from './validators.ts'

/** Who is signed in shows once more that it is them. */
@inject()
export default class ProofController {
  constructor(
    private signIn: SignIn,
    private limits: SignInLimits,
    private devices: KnownDevices
  ) {}

  /** By the password: a guess counts as one at the door. */
  async byPassword(ctx: HttpContext) {
    const { id: userId, email } = ctx.auth.getUserOrFail()
    const [invalid, given] = await proofValidator.tryValidate(ctx.request.body())
    if (invalid) return refuseInvalid(ctx, invalid.messages)

    const who = this.devices.trier(ctx, email)
    const waitSeconds = await this.limits.countSignIn(who)
    if (waitSeconds !== null) {
      noteRefusal(ctx, { way: 'proof', userId, reason: 'too_many' })
      return refuseTooMany(ctx, waitSeconds, 'Too many wrong passwords.')
    }
    const shown = await countedTry(
      () => this.signIn.run(email, given.currentPassword),
      () => this.limits.giveBack(who)
    )
    if (!shown.ok || shown.value.userId !== userId) {
      noteRefusal(ctx, { way: 'proof', userId, reason: 'wrong' })
      return refuseWrongPassword(ctx, 'The password is wrong.')
    }
    await this.limits.forgive(who)
    if (!(await ctx.auth.use('web').prove())) return problem(ctx, 401, 'signed_out', 'Please log in first.')
    this.devices.remember(ctx, email)
    noteSignIn(ctx, { way: 'proof', userId })
    return { message: 'Thank you, it is you.' }
  }
}
