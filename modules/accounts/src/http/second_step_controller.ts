import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { problem } from '#modules/kernel/problem'
import { SignInLimits } from '../actions/sign_in_limits.ts'
import { UserQuery } from '../queries/user_query.ts'
import { CheckCode } from '../second_factor/check_code.ts'
import { SecondStepCookie } from '../second_factor/second_step_cookie.ts'
import { SecondSteps, secondStepMinutes } from '../second_factor/second_steps.ts'
import { codeValidator } from './code_validator.ts'
import { isForm } from './door.ts'
import { busySentence, countedTry, setRetryAfterBusy } from './hashing_busy.ts'
import { KnownDevices } from './known_devices.ts'
import { noteRefusal, noteSignIn } from './sign_in_log.ts'
import { secondStepPage } from './second_step_page.ts'
import { signInPage } from './sign_in_page.ts'
import { codeSentence } from './refuse_code.ts'
import { waitSentence } from './wait_sentence.ts'

interface StepRefusal {
  status: 401 | 422 | 429 | 503
  code: string
  message: string
}

/** The second step of a sign-in, for who has taken the first in this browser. */
@inject()
export default class SecondStepController {
  constructor(
    private steps: SecondSteps,
    private cookie: SecondStepCookie,
    private checkCode: CheckCode,
    private limits: SignInLimits,
    private devices: KnownDevices,
    private users: UserQuery
  ) {}

  async page(ctx: HttpContext) {
    const step = await this.steps.find(this.cookie.read(ctx))
    if (step) return secondStepPage(ctx, { status: 200 })
    return ctx.response.redirect().status(302).toPath('/api/login')
  }

  enter(ctx: HttpContext) {
    return this.#enter(ctx).catch((error) => {
      setRetryAfterBusy(ctx, error)
      return this.#refuse(ctx, { status: 503, code: 'busy', message: busySentence })
    })
  }

  /** A wrong code counts as a wrong password does. */
  async #enter(ctx: HttpContext) {
    const token = this.cookie.read(ctx)
    const step = await this.steps.find(token)
    if (token === null || step === null) return this.#startOver(ctx)
    const [invalid, input] = await codeValidator.tryValidate(ctx.request.body())
    if (invalid) return this.#refuse(ctx, { status: 422, code: 'invalid', message: invalid.messages[0].message })

    const { userId, email, passwordHash, factorSince, next } = step
    const who = this.devices.trier(ctx, email)
    const waitSeconds = await this.limits.countSignIn(who)
    if (waitSeconds !== null) return this.#refuseTooMany(ctx, userId, waitSeconds)
    const checked = await countedTry(
      () => this.checkCode.run(userId, input.code),
      () => this.limits.giveBack(who)
    )
    if (!checked.ok) {
      if (checked.failure.kind === 'too_many_codes')
        return this.#refuseTooMany(ctx, userId, checked.failure.retryAfterSeconds)
      noteRefusal(ctx, { way: 'second_factor', userId, reason: 'wrong' })
      return this.#refuse(ctx, { status: 401, code: 'wrong_code', message: codeSentence })
    }

    await this.limits.forgive(who)
    const isIn = await ctx.auth.use('web').signIn(userId, { passwordHash, factorSince })
    await this.steps.end(token)
    this.cookie.clear(ctx)
    if (!isIn) {
      noteRefusal(ctx, { way: 'second_factor', userId, reason: 'changed_meanwhile' })
      return this.#startOver(ctx)
    }
    noteSignIn(ctx, { way: 'second_factor', userId })
    this.devices.remember(ctx, email)
    if (isForm(ctx)) return ctx.response.redirect().status(303).toPath(next)
    return ctx.response.status(200).json(await this.users.run(userId))
  }

  #refuseTooMany(ctx: HttpContext, userId: string, retryAfterSeconds: number) {
    noteRefusal(ctx, { way: 'second_factor', userId, reason: 'too_many' })
    ctx.response.header('Retry-After', String(retryAfterSeconds))
    const message = `Too many failed attempts to sign in. ${waitSentence(retryAfterSeconds)}`
    return this.#refuse(ctx, { status: 429, code: 'too_many_requests', message })
  }

  /** A form gets its page again, a program the failure's one shape. */
  #refuse(ctx: HttpContext, { status, code, message }: StepRefusal) {
    if (!isForm(ctx)) return problem(ctx, status, code, message)
    return secondStepPage(ctx, { status: status === 429 || status === 503 ? status : 422, message })
  }

  #startOver(ctx: HttpContext) {
    const message = `That took more than ${secondStepMinutes} minutes, or your account has changed meanwhile. Please sign in again.`
    if (!isForm(ctx)) return problem(ctx, 401, 'sign_in_again', message)
    return signInPage(ctx, { status: 422, next: '/', notice: message })
  }
}
