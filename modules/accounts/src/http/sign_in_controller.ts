import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { invalidFields, refusal, setRetryAfter } from '#modules/kernel/refusals'
import { readQuery, tryReadBody } from '#modules/kernel/validation'
import { DisabledReasons } from '../../index.ts'
import { SignIn, type VerifiedCredentials } from '../actions/sign_in.ts'
import { SignInLimits, type SignInSource } from '../actions/sign_in_limits.ts'
import { UserQuery } from '../queries/user_query.ts'
import { BeginSecondStep } from '../second_factor/begin_second_step.ts'
import { CheckCode, type CodeRefusal } from '../second_factor/check_code.ts'
import { CheckInvitation } from '../sign_up/check_invitation.ts'
import { KnownDevices } from './known_devices.ts'
import {
  isFormRequest,
  completeSignIn,
  nextOf,
  refuse,
  refuseBusy,
  refuseTooMany,
  refuseWrongCredentials,
} from './sign_in_responses.ts'
import { uncountWhenBusy } from './hashing_busy.ts'
import { invalidInvitation, refuse as refuseCall, tooManyInvitations, wrongCodeMessage } from './refusals.ts'
import { logRefusal } from './sign_in_log.ts'
import { signInPage } from './sign_in_page.ts'
import { pageValidator, signInValidator } from './validators.ts'

@inject()
export default class SignInController {
  constructor(
    private readonly signIn: SignIn,
    private readonly limits: SignInLimits,
    private readonly devices: KnownDevices,
    private readonly checkCode: CheckCode,
    private readonly beginSecondStep: BeginSecondStep,
    private readonly checkInvitation: CheckInvitation,
    private readonly users: UserQuery,
    private readonly disabledReasons: DisabledReasons
  ) {}

  async page(ctx: HttpContext) {
    if (await ctx.auth.check()) return ctx.response.redirect().status(302).toPath('/')
    const { next, mode: wanted, invitation: token } = await readQuery(ctx, pageValidator)
    const mode = wanted === 'register' ? 'register' : 'sign_in'
    const invitation = await this.checkInvitation.run(token, ctx.request.ip())
    switch (invitation.kind) {
      case 'none':
        return signInPage(ctx, { status: 200, next, mode })
      case 'valid':
        return signInPage(ctx, { status: 200, next, mode, invitation: invitation.token })
      case 'invalid':
        return signInPage(ctx, { status: 200, next, mode, notice: invalidInvitation.message })
      case 'too_many': {
        const refused = tooManyInvitations(invitation.retryAfterSeconds)
        setRetryAfter(ctx, refused)
        return signInPage(ctx, { status: refused.status, next, mode, notice: refused.message })
      }
    }
  }

  submit(ctx: HttpContext) {
    return this.#submit(ctx).catch((error) => refuseBusy(ctx, 'sign_in', error))
  }

  async #submit(ctx: HttpContext) {
    const given = await tryReadBody(ctx, signInValidator)
    if (!given.ok) return refuse(ctx, 'sign_in', invalidFields(given.failure, 'invalid'))

    const { email, password, code } = given.value
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
        if (!code) return this.#askForCode(ctx, source, verified)
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
        return this.#refuseDisabled(ctx, userId!)
    }
  }

  /** Leads people with an account that moderators disabled to the reasons, because they can't sign in to read them. */
  async #refuseDisabled(ctx: HttpContext, userId: string) {
    const message = 'This account is disabled.'
    const reasons = await this.disabledReasons.find(userId)
    if (!reasons) return refuse(ctx, 'sign_in', refusal(401, 'account_disabled', message))
    const link = { label: 'Read why, and how to appeal', href: reasons.url }
    const withLink = isFormRequest(ctx) ? message : `${message} ${link.label}: ${link.href}`
    return refuse(ctx, 'sign_in', refusal(401, 'account_disabled', withLink), link)
  }

  /** Redirects forms to the page for the second step. JSON clients repeat the call with the code. */
  async #askForCode(
    ctx: HttpContext,
    source: SignInSource,
    { userId, passwordHash, factorSince }: VerifiedCredentials
  ) {
    await this.limits.uncountSignIn(source)
    if (!isFormRequest(ctx)) return refuseCall(ctx, 'second_factor_needed')
    const next = await nextOf(ctx)
    return this.beginSecondStep.run(ctx, { userId, passwordHash, factorSince: factorSince!, next })
  }

  #refuseCode(ctx: HttpContext, userId: string, failure: CodeRefusal) {
    logRefusal(ctx, { way: 'second_factor', userId, reason: failure.kind })
    switch (failure.kind) {
      case 'wrong_code':
        return refuse(ctx, 'sign_in', refusal(401, 'wrong_code', wrongCodeMessage))
      case 'too_many_codes':
        return refuseTooMany(ctx, 'sign_in', failure.retryAfterSeconds, 'Too many failed attempts to sign in.')
    }
  }
}
