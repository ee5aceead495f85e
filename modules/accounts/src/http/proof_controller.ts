import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { problem } from '#modules/kernel/problem'
import { SignIn } from '../actions/sign_in.ts'
import { SignInLimits } from '../actions/sign_in_limits.ts'
import { BeginAttempt } from '../providers/begin_attempt.ts'
import { IdentityProviders } from '../providers/identity_providers.ts'
import { KnownDevices } from './known_devices.ts'
import { refuseInvalid, refuseTooMany } from './refusals.ts'
import { noteRefusal, noteSignIn } from './sign_in_log.ts'
import { proofValidator } from './validators.ts'

/** Who is signed in shows once more that it is them. */
@inject()
export default class ProofController {
  constructor(
    private signIn: SignIn,
    private limits: SignInLimits,
    private devices: KnownDevices,
    private providers: IdentityProviders,
    private beginAttempt: BeginAttempt
  ) {}

  /** By the password: a guess counts as one at the door. */
  async byPassword(ctx: HttpContext) {
    const { id: userId, email } = ctx.auth.getUserOrFail()
    const [invalid, given] = await proofValidator.tryValidate(ctx.request.body())
    if (invalid) return refuseInvalid(ctx, invalid.messages)

    const who = { email, address: ctx.request.ip(), device: this.devices.read(ctx, email) }
    const waitSeconds = await this.limits.countSignIn(who)
    if (waitSeconds !== null) {
      noteRefusal(ctx, { way: 'proof', userId, reason: 'too_many' })
      return refuseTooMany(ctx, waitSeconds, 'Too many wrong passwords.')
    }
    const shown = await this.signIn.run(email, given.currentPassword)
    if (!shown.ok || shown.value.userId !== userId) {
      noteRefusal(ctx, { way: 'proof', userId, reason: 'wrong' })
      const message = 'The password is wrong.'
      return problem(ctx, 422, 'wrong_password', message, [{ field: 'currentPassword', rule: 'password', message }])
    }
    await this.limits.forgive(who)
    if (!(await ctx.auth.use('web').prove())) return problem(ctx, 401, 'signed_out', 'Please log in first.')
    this.devices.remember(ctx, email)
    noteSignIn(ctx, { way: 'proof', userId })
    return { message: 'Thank you, it is you.' }
  }

  /** By a provider that leads into this account: gives the address to go to. A POST of this site, as for linking. */
  async byProvider(ctx: HttpContext) {
    const provider = this.providers.find(ctx.params.provider)
    if (!provider) return problem(ctx, 404, 'no_such_provider', 'There is no such way to sign in here.')
    const waitSeconds = await this.limits.countAttempt(ctx.request.ip())
    if (waitSeconds !== null) return refuseTooMany(ctx, waitSeconds, 'Too many tries from your address.')
    const begun = await this.beginAttempt.run(ctx, provider, {
      next: '/settings',
      linkUserId: ctx.auth.getUserOrFail().id,
      isProof: true,
    })
    if (begun.ok) return { url: begun.value }
    const message = `${provider.label} can’t be reached right now. Please try again in a moment.`
    return problem(ctx, 503, 'provider_unavailable', message)
  }
}
