import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { problem } from '#modules/kernel/problem'
import { SignIn, type SignedIn } from '../actions/sign_in.ts'
import { SignInLimits, type Trier } from '../actions/sign_in_limits.ts'
import { sameSitePath } from '../domain/same_site_path.ts'
import { UserQuery } from '../queries/user_query.ts'
import { BeginSecondStep } from '../second_factor/begin_second_step.ts'
import { CheckCode, type CodeRefusal } from '../second_factor/check_code.ts'
import { KnownDevices } from './known_devices.ts'
import { isForm, letIn, refuse, refuseBusy, refuseInvalid, refuseTooMany, refuseWrong } from './door.ts'
import { countedTry } from './hashing_busy.ts'
import { codeSentence } from './refuse_code.ts'
import { noteRefusal } from './sign_in_log.ts'
import { signInPage } from './sign_in_page.ts'
import { signInValidator } from './validators.ts'

@inject()
export default class SignInController {
  constructor(
    private signIn: SignIn,
    private limits: SignInLimits,
    private devices: KnownDevices,
    private checkCode: CheckCode,
    private beginSecondStep: BeginSecondStep,
    private users: UserQuery
  ) {}

  async page(ctx: HttpContext) {
    if (await ctx.auth.check()) return ctx.response.redirect().status(302).toPath('/')
    return signInPage(ctx, { status: 200, next: ctx.request.qs().next })
  }

  enter(ctx: HttpContext) {
    return this.#enter(ctx).catch((error) => refuseBusy(ctx, 'sign_in', error))
  }

  async #enter(ctx: HttpContext) {
    const [invalid, input] = await signInValidator.tryValidate(ctx.request.body())
    if (invalid) return refuseInvalid(ctx, 'sign_in', invalid.messages)

    const { email, password } = input
    const who = this.devices.trier(ctx, email)
    const waitSeconds = await this.limits.countSignIn(who)
    if (waitSeconds !== null) {
      noteRefusal(ctx, { way: 'password', userId: null, reason: 'too_many' })
      return refuseTooMany(ctx, 'sign_in', waitSeconds, 'Too many failed attempts to sign in.')
    }

    const giveBack = () => this.limits.giveBack(who)
    const signedIn = await countedTry(() => this.signIn.run(email, password), giveBack)
    if (signedIn.ok) {
      const known = { ...signedIn.value, email, way: 'password' as const }
      if (known.factorSince !== null) {
        if (!input.code) return this.#askForCode(ctx, who, known)
        const { code } = input
        const checked = await countedTry(() => this.checkCode.run(known.userId, code), giveBack)
        if (!checked.ok) return this.#refuseCode(ctx, known.userId, checked.failure)
      }
      await this.limits.forgive(who)
      return letIn(ctx, known, this.users, 200)
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

  /** A form goes on to a page of its own, a program makes the same call once more, with the code. */
  async #askForCode(ctx: HttpContext, who: Trier, { userId, passwordHash, factorSince }: SignedIn) {
    await this.limits.giveBack(who)
    if (!isForm(ctx)) {
      const message = 'This account asks for a code of its owner’s authenticator app as well.'
      return problem(ctx, 401, 'second_factor_needed', message)
    }
    const next = sameSitePath(ctx.request.input('next'))
    return this.beginSecondStep.run(ctx, { userId, passwordHash, factorSince: factorSince!, next })
  }

  #refuseCode(ctx: HttpContext, userId: string, refusal: CodeRefusal) {
    noteRefusal(ctx, { way: 'second_factor', userId, reason: refusal.kind })
    switch (refusal.kind) {
      case 'wrong_code':
        return refuse(ctx, 'sign_in', { status: 401, code: 'wrong_code', message: codeSentence })
      case 'too_many_codes':
        return refuseTooMany(ctx, 'sign_in', refusal.retryAfterSeconds, 'Too many failed attempts to sign in.')
    }
  }
}
