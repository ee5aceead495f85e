import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { refusal, sendRefusal, setRetryAfter, type Refusal } from '#modules/kernel/refusals'
import { tryReadBody } from '#modules/kernel/validation'
import { SignInLimits } from '../actions/sign_in_limits.ts'
import { UserQuery } from '../queries/user_query.ts'
import { CheckCode } from '../second_factor/check_code.ts'
import { SecondStepCookie } from '../second_factor/second_step_cookie.ts'
import { SecondSteps, secondStepMinutes } from '../second_factor/second_steps.ts'
import { codeValidator } from './code_validator.ts'
import { isFormRequest } from './sign_in_responses.ts'
import { busyMessage, uncountWhenBusy, setRetryAfterWhenBusy } from './hashing_busy.ts'
import { KnownDevices } from './known_devices.ts'
import { logRefusal, logSignIn } from './sign_in_log.ts'
import { secondStepPage } from './second_step_page.ts'
import { signInPage } from './sign_in_page.ts'
import { tooMany, wrongCodeMessage } from './refusals.ts'

/** The second step of a sign-in whose first step this browser completed. */
@inject()
export default class SecondStepController {
  constructor(
    private readonly steps: SecondSteps,
    private readonly cookie: SecondStepCookie,
    private readonly checkCode: CheckCode,
    private readonly limits: SignInLimits,
    private readonly devices: KnownDevices,
    private readonly users: UserQuery
  ) {}

  async page(ctx: HttpContext) {
    const step = await this.steps.find(this.cookie.read(ctx))
    if (step) return secondStepPage(ctx, { status: 200 })
    return ctx.response.redirect().status(302).toPath('/api/login')
  }

  submit(ctx: HttpContext) {
    return this.#submit(ctx).catch((error) => {
      setRetryAfterWhenBusy(ctx, error)
      return this.#refuse(ctx, refusal(503, 'busy', busyMessage))
    })
  }

  /** Wrong codes count towards the sign-in limits. */
  async #submit(ctx: HttpContext) {
    const token = this.cookie.read(ctx)
    const step = await this.steps.find(token)
    if (token === null || step === null) return this.#startOver(ctx)
    const given = await tryReadBody(ctx, codeValidator)
    if (!given.ok) return this.#refuse(ctx, refusal(422, 'invalid', given.failure[0]!.message))

    const { userId, email, passwordHash, factorSince, next } = step
    const source = this.devices.sourceOf(ctx, email)
    const waitSeconds = await this.limits.countSignIn(source)
    if (waitSeconds !== null) return this.#refuseTooMany(ctx, userId, waitSeconds)
    const checked = await uncountWhenBusy(
      () => this.checkCode.run(userId, given.value.code),
      () => this.limits.uncountSignIn(source)
    )
    if (!checked.ok) {
      if (checked.failure.kind === 'too_many_codes')
        return this.#refuseTooMany(ctx, userId, checked.failure.retryAfterSeconds)
      logRefusal(ctx, { way: 'second_factor', userId, reason: 'wrong' })
      return this.#refuse(ctx, refusal(401, 'wrong_code', wrongCodeMessage))
    }

    await this.limits.resetSignIns(source)
    const isSignedIn = await ctx.auth.use('web').signIn(userId, { passwordHash, factorSince })
    await this.steps.end(token)
    this.cookie.clear(ctx)
    if (!isSignedIn) {
      logRefusal(ctx, { way: 'second_factor', userId, reason: 'changed_meanwhile' })
      return this.#startOver(ctx)
    }
    logSignIn(ctx, { way: 'second_factor', userId })
    this.devices.remember(ctx, email)
    if (isFormRequest(ctx)) return ctx.response.redirect().status(303).toPath(next)
    return ctx.response.status(200).json(await this.users.run(userId))
  }

  #refuseTooMany(ctx: HttpContext, userId: string, retryAfterSeconds: number) {
    logRefusal(ctx, { way: 'second_factor', userId, reason: 'too_many' })
    return this.#refuse(ctx, tooMany({ retryAfterSeconds, reason: 'Too many failed attempts to sign in.' }))
  }

  #refuse(ctx: HttpContext, refused: Refusal) {
    if (!isFormRequest(ctx)) return sendRefusal(ctx, refused)
    setRetryAfter(ctx, refused)
    const { status, message } = refused
    return secondStepPage(ctx, { status: status === 429 || status === 503 ? status : 422, message })
  }

  #startOver(ctx: HttpContext) {
    const message = `That took more than ${secondStepMinutes} minutes, or your account has changed meanwhile. Please sign in again.`
    if (!isFormRequest(ctx)) return sendRefusal(ctx, refusal(401, 'sign_in_again', message))
    return signInPage(ctx, { status: 422, next: '/', notice: message })
  }
}
