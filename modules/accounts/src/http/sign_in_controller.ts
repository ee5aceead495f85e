import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { SignIn } from '../actions/sign_in.ts'
import { SignInLimits } from '../actions/sign_in_limits.ts'
import { UserQuery } from '../queries/user_query.ts'
import { letIn, refuse, refuseInvalid, refuseTooMany, refuseWrong } from './door.ts'
import { signInPage } from './sign_in_page.ts'
import { signInValidator } from './validators.ts'

@inject()
export default class SignInController {
  constructor(
    private signIn: SignIn,
    private limits: SignInLimits,
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
    const address = ctx.request.ip()
    const waitSeconds = await this.limits.countSignIn(email, address)
    if (waitSeconds !== null) return refuseTooMany(ctx, 'sign_in', waitSeconds, 'Too many failed attempts to sign in.')

    const signedIn = await this.signIn.run(email, password)
    if (signedIn.ok) {
      await this.limits.forgive(email, address)
      return letIn(ctx, signedIn.value, this.users, 200)
    }
    switch (signedIn.failure.kind) {
      case 'wrong':
        return refuseWrong(ctx)
      case 'disabled':
        return refuse(ctx, 'sign_in', { status: 401, code: 'account_disabled', message: 'This account is disabled.' })
    }
  }
}
