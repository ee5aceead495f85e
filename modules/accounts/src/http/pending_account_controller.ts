import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { invalidFields, refusal, sendRefusal, setRetryAfter, type Refusal } from '#modules/kernel/refusals'
import { readQuery, tryReadBody } from '#modules/kernel/validation'
import { signInAddress } from '../../calls.ts'
import { SignInLimits } from '../actions/sign_in_limits.ts'
import { UserQuery } from '../queries/user_query.ts'
import { PendingAccounts } from '../sign_up/pending_accounts.ts'
import { busyMessage, setRetryAfterWhenBusy, uncountWhenBusy } from './hashing_busy.ts'
import { KnownDevices } from './known_devices.ts'
import { noticePage } from './notice_page.ts'
import { refusalOfSignUp, tooMany } from './refusals.ts'
import { logRefusal } from './sign_in_log.ts'
import { completeSignIn, isFormRequest } from './sign_in_responses.ts'
import { linkValidator, pendingAccountValidator } from './validators.ts'

const invalidLinkMessage = 'This link was used already, or has expired. Please create your account again.'

/** The link of an account that waits for it. The page works without scripts. */
@inject()
export default class PendingAccountController {
  constructor(
    private readonly pending: PendingAccounts,
    private readonly limits: SignInLimits,
    private readonly devices: KnownDevices,
    private readonly users: UserQuery
  ) {}

  async page(ctx: HttpContext) {
    return this.#page(ctx, (await readQuery(ctx, linkValidator)).token)
  }

  async open(ctx: HttpContext) {
    const given = await tryReadBody(ctx, pendingAccountValidator)
    if (!given.ok) return this.#refuse(ctx, undefined, invalidFields(given.failure, 'invalid'))
    const { token, password } = given.value
    const account = await this.pending.find(token)
    if (!account) return this.#refuse(ctx, token, refusal(422, 'invalid_token', invalidLinkMessage))
    const source = this.devices.sourceOf(ctx, account.email)
    const retryAfterSeconds = await this.limits.countSignIn(source)
    if (retryAfterSeconds !== null)
      return this.#refuse(ctx, token, tooMany({ retryAfterSeconds, reason: 'Too many wrong passwords.' }))
    try {
      const opened = await uncountWhenBusy(
        () => this.pending.open(account, { password, address: ctx.request.ip() }),
        () => this.limits.uncountSignIn(source)
      )
      if (opened.ok) {
        await this.limits.resetSignIns(source)
        return await completeSignIn(ctx, { ...opened.value, email: account.email, way: 'register' }, this.users, 201)
      }
      logRefusal(ctx, { way: 'register', userId: null, reason: opened.failure.kind })
      return this.#refuse(ctx, token, refusalOfSignUp(opened.failure))
    } catch (error) {
      setRetryAfterWhenBusy(ctx, error)
      return this.#refuse(ctx, token, refusal(503, 'busy', busyMessage))
    }
  }

  #refuse(ctx: HttpContext, token: unknown, refused: Refusal) {
    if (!isFormRequest(ctx)) return sendRefusal(ctx, refused)
    setRetryAfter(ctx, refused)
    return this.#page(ctx, token, refused)
  }

  async #page(ctx: HttpContext, token: unknown, refused?: Refusal) {
    const account = await this.pending.find(token)
    if (!account)
      return noticePage(ctx, {
        status: refused ? 422 : 404,
        title: 'This link doesn’t work',
        text: invalidLinkMessage,
        label: 'Create account',
        href: signInAddress('register'),
      })
    const { email, next } = account
    const [error] = refused?.errors ?? []
    const html = await ctx.view.render('accounts::open_account', {
      token,
      email,
      next,
      form: {
        alert: refused && !error ? refused.message : null,
        errors: error?.field === 'password' ? { password: error.message } : {},
        focus: 'password',
        typed: () => '',
      },
    })
    return ctx.response
      .status(refused?.status ?? 200)
      .type('text/html; charset=utf-8')
      .send(html)
  }
}
