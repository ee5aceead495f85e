import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { readQuery, tryReadBody } from '#modules/kernel/validation'
import { signInAddress } from '../../calls.ts'
import { SignInLimits } from '../actions/sign_in_limits.ts'
import { EmailTokens } from '../emails/email_tokens.ts'
import { EmailVerification } from '../emails/email_verification.ts'
import { verifyEmailPath } from '../emails/links.ts'
import { noticePage } from './notice_page.ts'
import { invalidLinkMessage, refuse, verifiedMessage } from './refusals.ts'
import { isFormRequest } from './sign_in_responses.ts'
import { linkValidator, verifyEmailValidator } from './validators.ts'

/**
 * Verifies addresses by links. A link only works in a browser that is signed in to its account. Otherwise the owner of a mailbox could be
 * tricked into verifying an account that another person opened with their address.
 */
@inject()
export default class VerifyEmailController {
  constructor(
    private readonly verification: EmailVerification,
    private readonly tokens: EmailTokens,
    private readonly limits: SignInLimits
  ) {}

  /** Asks for a click, because mail scanners follow links. */
  async page(ctx: HttpContext) {
    const { token } = await readQuery(ctx, linkValidator)
    if (!(await ctx.auth.check())) return this.#signInFirst(ctx, token)
    const { id, email } = ctx.auth.getUserOrFail()
    const owner = await this.tokens.owner('verification', token)
    if (owner?.userId !== id)
      return (await this.verification.isVerified(id)) ? donePage(ctx) : invalidLinkPage(ctx, 404)
    ctx.response.type('text/html; charset=utf-8')
    return ctx.view.render('accounts::verify_email', { token, email })
  }

  /** Repeating the request after success is no error. */
  async verify(ctx: HttpContext) {
    const given = await tryReadBody(ctx, verifyEmailValidator)
    if (!(await ctx.auth.check())) {
      if (isFormRequest(ctx)) return this.#signInFirst(ctx, given.ok && given.value.token)
      return refuse(ctx, 'signed_out')
    }
    if (!given.ok)
      return isFormRequest(ctx) ? invalidLinkPage(ctx, 422) : refuse(ctx, { kind: 'invalid', ...given.failure[0]! })
    const { id } = ctx.auth.getUserOrFail()
    const isDone =
      (await this.verification.follow(id, given.value.token, ctx.request.ip())) ||
      (await this.verification.isVerified(id))
    if (isFormRequest(ctx)) return isDone ? donePage(ctx) : invalidLinkPage(ctx, 422)
    return isDone ? { message: verifiedMessage } : refuse(ctx, 'invalid_token')
  }

  async sendLink(ctx: HttpContext) {
    const { id: userId, email } = ctx.auth.getUserOrFail()
    if (await this.verification.isVerified(userId)) return refuse(ctx, 'verified_already')
    const waitSeconds = await this.limits.countVerificationRequest(userId)
    if (waitSeconds !== null) {
      const reason = 'We have sent several links already.'
      return refuse(ctx, { kind: 'too_many', retryAfterSeconds: waitSeconds, reason })
    }
    await this.verification.sendLink({ userId, email })
    return { message: 'We have sent you a link. Please look into your spam folder, too.' }
  }

  #signInFirst({ response }: HttpContext, token: unknown) {
    const next = typeof token === 'string' ? verifyEmailPath(token) : '/'
    return response.redirect().status(303).toPath(signInAddress('sign_in', next))
  }
}

const donePage = (ctx: HttpContext) =>
  noticePage(ctx, { status: 200, title: 'Address verified', text: verifiedMessage, label: 'Continue', href: '/' })

const invalidLinkPage = (ctx: HttpContext, status: 404 | 422) =>
  noticePage(ctx, {
    status,
    title: 'This link doesn’t work',
    text: invalidLinkMessage,
    label: 'Go to the settings',
    href: '/settings',
  })
