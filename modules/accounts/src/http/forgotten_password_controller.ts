import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { Database } from '@adonisjs/lucid/database'
import { addressOf } from '#modules/kernel/calls'
import {
  invalidField,
  invalidFields,
  refusal,
  type Refusal,
  sendRefusal,
  setRetryAfter,
} from '#modules/kernel/refusals'
import { readBody, readQuery, tryReadBody } from '#modules/kernel/validation'
import { Mail } from '#modules/mail/index'
import { showForgottenPassword, signInAddress } from '../../calls.ts'
import { SignInLimits } from '../actions/sign_in_limits.ts'
import { Challenges } from '../challenge/challenges.ts'
import { limits } from '../domain/limits.ts'
import { EmailTokens } from '../emails/email_tokens.ts'
import { passwordResetMail, type PasswordResetDetails } from '../emails/password_reset_mail.ts'
import { ResetForgottenPassword } from '../emails/reset_forgotten_password.ts'
import { busyMessage, setRetryAfterWhenBusy } from './hashing_busy.ts'
import { noticePage } from './notice_page.ts'
import { challengeNeeded, tooMany } from './refusals.ts'
import { logRefusal, logSignIn } from './sign_in_log.ts'
import { isFormRequest } from './sign_in_responses.ts'
import {
  challengeAnswerValidator,
  forgottenPasswordValidator,
  linkValidator,
  passwordResetValidator,
  typedEmailValidator,
} from './validators.ts'

const sentMessage = `If an account has this e-mail address, we have sent it a link. It works for ${limits.resetMinutes} minutes. Please look into your spam folder, too.`
const invalidLinkMessage = 'This link was used already, or has expired. Please ask for a new one.'
const doneMessage = 'Your password has been changed, and all sessions have ended. Please sign in with the new password.'

/** Pages and calls for a forgotten password. The pages work without scripts. */
@inject()
export default class ForgottenPasswordController {
  constructor(
    private readonly db: Database,
    private readonly mail: Mail,
    private readonly tokens: EmailTokens,
    private readonly resetPassword: ResetForgottenPassword,
    private readonly limits: SignInLimits,
    private readonly challenges: Challenges
  ) {}

  page(ctx: HttpContext) {
    return this.#forgotPage(ctx)
  }

  /**
   * Does the same for known and unknown e-mails, because the account is looked up only when the mail is sent. So neither the response nor
   * its timing reveals which e-mails have accounts.
   */
  async sendLink(ctx: HttpContext) {
    const refuse = (refusal: Refusal) => this.#refuse(ctx, refusal, () => this.#forgotPage(ctx, refusal))
    const given = await tryReadBody(ctx, forgottenPasswordValidator)
    if (!given.ok) return refuse(invalidFields(given.failure, 'invalid'))
    const { email } = given.value
    const waitSeconds = await this.limits.countResetMail(email, ctx.request.ip())
    if (waitSeconds !== null) return refuse(tooManyResets(waitSeconds))
    const { challenge } = await readBody(ctx, challengeAnswerValidator)
    if (!(await this.challenges.pass('forgotten_password', ctx.request.ip(), challenge))) return refuse(challengeNeeded)
    const details: PasswordResetDetails = { email }
    await this.mail.enqueue({ kind: passwordResetMail, userId: null, details }, this.db)
    if (!isFormRequest(ctx)) return { message: sentMessage }
    return noticePage(ctx, {
      status: 200,
      title: 'Check your mail',
      text: sentMessage,
      label: 'Back to sign in',
      href: signInAddress('sign_in'),
    })
  }

  async resetPage(ctx: HttpContext) {
    const { token } = await readQuery(ctx, linkValidator)
    const owner = await this.tokens.owner('password_reset', token)
    return owner ? this.#resetPage(ctx, { token: token as string, email: owner.email }) : invalidLinkPage(ctx, 404)
  }

  reset(ctx: HttpContext) {
    return this.#reset(ctx).catch((error) => {
      setRetryAfterWhenBusy(ctx, error)
      return this.#refuseReset(ctx, { status: 503, code: 'busy', message: busyMessage })
    })
  }

  async #reset(ctx: HttpContext) {
    const address = ctx.request.ip()
    const waitSeconds = await this.limits.countResetRequest(address)
    if (waitSeconds !== null) return this.#refuseReset(ctx, tooManyResets(waitSeconds))
    const given = await tryReadBody(ctx, passwordResetValidator)
    if (!given.ok) return this.#refuseReset(ctx, invalidFields(given.failure, 'invalid'))
    const done = await this.resetPassword.run({ ...given.value, address })
    if (done.ok) {
      await this.limits.resetAccount(done.value.email)
      logSignIn(ctx, { way: 'reset', userId: done.value.userId })
      if (!isFormRequest(ctx)) return { message: doneMessage }
      const next = { label: 'Sign in', href: signInAddress('sign_in') }
      return noticePage(ctx, { status: 200, title: 'Password changed', text: doneMessage, ...next })
    }
    const { failure } = done
    switch (failure.kind) {
      case 'invalid_token':
        logRefusal(ctx, { way: 'reset', userId: null, reason: failure.kind })
        if (isFormRequest(ctx)) return invalidLinkPage(ctx, 422)
        return sendRefusal(ctx, refusal(422, 'invalid_token', invalidLinkMessage))
      case 'weak':
        return this.#refuseReset(ctx, invalidField('newPassword', failure.rule, failure.message, 'invalid'))
    }
  }

  /** Refuses a reset. Shows the form again while its link works. */
  #refuseReset(ctx: HttpContext, refusal: Refusal) {
    return this.#refuse(ctx, refusal, async () => {
      const { token } = await readBody(ctx, linkValidator)
      const owner = await this.tokens.owner('password_reset', token)
      if (!owner) return invalidLinkPage(ctx, 422)
      return this.#resetPage(ctx, { token: token as string, email: owner.email, refusal })
    })
  }

  #refuse(ctx: HttpContext, refusal: Refusal, page: () => unknown) {
    if (!isFormRequest(ctx)) return sendRefusal(ctx, refusal)
    setRetryAfter(ctx, refusal)
    return page()
  }

  async #forgotPage(ctx: HttpContext, refusal?: Refusal) {
    const { email } = await readBody(ctx, typedEmailValidator)
    const fields = { email: typeof email === 'string' ? email : '' }
    return formPage(ctx, 'accounts::forgotten_password', { refusal, focus: 'email', fields })
  }

  #resetPage(ctx: HttpContext, { token, email, refusal }: { token: string; email: string; refusal?: Refusal }) {
    return formPage(ctx, 'accounts::new_password', { refusal, focus: 'newPassword', fields: {}, token, email, limits })
  }
}

interface Form {
  refusal?: Refusal
  focus: string
  fields: Record<string, string>
}

const formPage = async (
  { view, response }: HttpContext,
  template: string,
  { refusal, focus, fields, ...state }: Form & Record<string, unknown>
) => {
  const errors = Object.fromEntries((refusal?.errors ?? []).map(({ field, message }) => [field, message]))
  const alert = refusal && !refusal.errors ? refusal.message : null
  const html = await view.render(template, {
    ...state,
    form: { alert, errors, focus, typed: (name: string) => fields[name] ?? '' },
  })
  return response
    .status(refusal?.status ?? 200)
    .type('text/html; charset=utf-8')
    .send(html)
}

const invalidLinkPage = (ctx: HttpContext, status: 404 | 422) =>
  noticePage(ctx, {
    status,
    title: 'This link doesn’t work',
    text: invalidLinkMessage,
    label: 'Ask for a new link',
    href: addressOf(showForgottenPassword),
  })

const tooManyResets = (retryAfterSeconds: number) =>
  tooMany({ retryAfterSeconds, reason: 'Too many requests for a new password.' })
