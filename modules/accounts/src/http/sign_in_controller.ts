import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { SignIn } from '../actions/sign_in.ts'
import { SignInLimits } from '../actions/sign_in_limits.ts'
import { UserQuery } from '../queries/user_query.ts'
import { KnownDevices } from './known_devices.ts'
import { letIn, refuse, refuseInvalid, refuseTooMany, refuseWrong } from './door.ts'
import { noteRefusal } from './sign_in_log.ts'
import { signInPage } from './sign_in_page.ts'
import { signInValidator } from './validators.ts'

@inject()
export default class SignInController {
  constructor(
    private signIn: SignIn,
    private limits: SignInLimits,
    private devices: KnownDevices,
    private users: UserQuery
  ) {}

  async page(ctx: HttpContext) {
    if (await ctx.auth.check()) return ctx.response.redirect().status(302).toPath('/')
    return signInPage(ctx, { status: 200, next: ctx.request.qs().next })
  }

  async enter(ctx: HttpContext) {
    const [invalid, input] = await signInValidator.tryValidate(ctx.request.body())
    if (invalid) return refuseInvalid(ctx, 'sign_in', invalid.messages)

    const { email, password } = input
    const who = { email, address: ctx.request.ip(), device: this.devices.read(ctx, email) }
    const waitSeconds = await this.limits.countSignIn(who)
    if (waitSeconds !== null) {
      noteRefusal(ctx, { way: 'password', userId: null, reason: 'too_many' })
      return refuseTooMany(ctx, 'sign_in', waitSeconds, 'Too many failed attempts to sign in.')
    }

    const signedIn = await this.signIn.run(email, password)
    if (signedIn.ok) {
      await this.limits.forgive(who)
      return letIn(ctx, { ...signedIn.value, email, way: 'password' }, this.users, 200)
    }
    const { kind: reason, userId } = signedIn.failure
    noteRefusal(ctx, { way: 'password', userId, reason })
    switch (reason) {
      case 'wrong':
        return refuseWrong(ctx)
      case 'disabled':
        return refuse(ctx, 'sign_in', { status: 401, code: 'account_disabled', message: 'This account is disabled.' })
    }
  }
}
