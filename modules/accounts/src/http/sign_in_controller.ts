import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { problem } from '#modules/kernel/problem'
import { SignIn, type VerifiedCredentials } from '../actions/sign_in.ts'
import { SignInLimits, type SignInSource } from '../actions/sign_in_limits.ts'
import { sameSitePath } from '../domain/same_site_path.ts'
import { UserQuery } from '../queries/user_query.ts'
import { BeginSecondStep } from '../second_factor/begin_second_step.ts'
import { CheckCode, type CodeRefusal } from '../second_factor/check_code.ts'
import { KnownDevices } from './known_devices.ts'
import {
  isFormRequest,
  completeSignIn,
  refuse,
  refuseBusy,
  refuseInvalid,
  refuseTooMany,
  refuseWrongCredentials,
} from './sign_in_responses.ts'
import { uncountWhenBusy } from './hashing_busy.ts'
import { wrongCodeMessage } from './refuse_code.ts'
import { logRefusal } from './sign_in_log.ts'
import { signInPage } from './sign_in_page.ts'
import { signInValidator } from './validators.ts'

@inject()
export default class SignInController {
  constructor(
    private readonly signIn: SignIn,
    private readonly limits: SignInLimits,
    private readonly devices: KnownDevices,
    private readonly checkCode: CheckCode,
    private readonly beginSecondStep: BeginSecondStep,
    private readonly users: UserQuery
  ) {}

  async page(ctx: HttpContext) {
    if (await ctx.auth.check()) return ctx.response.redirect().status(302).toPath('/')
    const { next, mode } = ctx.request.qs()
    return signInPage(ctx, { status: 200, next, mode: mode === 'register' ? 'register' : 'sign_in' })
  }

  submit(ctx: HttpContext) {
    return this.#submit(ctx).catch((error) => refuseBusy(ctx, 'sign_in', error))
  }

  async #submit(ctx: HttpContext) {
    const [invalid, input] = await signInValidator.tryValidate(ctx.request.body())
    if (invalid) return refuseInvalid(ctx, 'sign_in', invalid.messages)

    const { email, password } = input
    const source = this.devices.sourceOf(ctx, email)
    const waitSeconds = await this.limits.countSignIn(source)
    if (waitSeconds !== null) {
      logRefusal(ctx, { way: 'password', userId: null, reason: 'too_many' })
      return refuseTooMany(ctx, 'sign_in', waitSeconds, 'Too many failed attempts to sign in.')
    }

    const uncount = () => this.limits.uncountSignIn(source)
    const signedIn = await uncountWhenBusy(() => this.signIn.run(email, password), uncount)
    if (signedIn.ok) {
      const verified = { ...signedIn.value, email, way: 'password' as const }
      if (verified.factorSince !== null) {
        if (!input.code) return this.#askForCode(ctx, source, verified)
        const { code } = input
        const checked = await uncountWhenBusy(() => this.checkCode.run(verified.userId, code), uncount)
        if (!checked.ok) return this.#refuseCode(ctx, verified.userId, checked.failure)
      }
      await this.limits.resetSignIns(source)
      return completeSignIn(ctx, verified, this.users, 200)
    }
    const { kind: reason, userId } = signedIn.failure
    logRefusal(ctx, { way: 'password', userId, reason })
    switch (reason) {
      case 'wrong':
        return refuseWrongCredentials(ctx)
      case 'disabled':
        return refuse(ctx, 'sign_in', { status: 401, code: 'account_disabled', message: 'This account is disabled.' })
    }
  }

  /** Redirects forms to the page for the second step. JSON clients repeat the call with the code. */
  async #askForCode(
    ctx: HttpContext,
    source: SignInSource,
    { userId, passwordHash, factorSince }: VerifiedCredentials
  ) {
    await this.limits.uncountSignIn(source)
    if (!isFormRequest(ctx)) {
      const message = 'This account also needs a code from its authenticator app.'
      return problem(ctx, 401, 'second_factor_needed', message)
    }
    const next = sameSitePath(ctx.request.input('next'))
    return this.beginSecondStep.run(ctx, { userId, passwordHash, factorSince: factorSince!, next })
  }

  #refuseCode(ctx: HttpContext, userId: string, refusal: CodeRefusal) {
    logRefusal(ctx, { way: 'second_factor', userId, reason: refusal.kind })
    switch (refusal.kind) {
      case 'wrong_code':
        return refuse(ctx, 'sign_in', { status: 401, code: 'wrong_code', message: wrongCodeMessage })
      case 'too_many_codes':
        return refuseTooMany(ctx, 'sign_in', refusal.retryAfterSeconds, 'Too many failed attempts to sign in.')
    }
  }
}
