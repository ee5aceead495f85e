import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { invalidFields } from '#modules/kernel/refusals'
import { readBody, tryReadBody } from '#modules/kernel/validation'
import { signInAddress } from '../../calls.ts'
import { OpenAccount } from '../actions/open_account.ts'
import { SignInLimits } from '../actions/sign_in_limits.ts'
import { Challenges } from '../challenge/challenges.ts'
import { limits } from '../domain/limits.ts'
import type { AgreedPageName } from '../domain/site_pages.ts'
import type { NewAccount } from '../../index.ts'
import { Agreements, type Agreement } from '../pages/agreements.ts'
import { UserQuery } from '../queries/user_query.ts'
import { ChallengeSettings } from '../settings.ts'
import { CheckInvitation } from '../sign_up/check_invitation.ts'
import { PendingAccounts } from '../sign_up/pending_accounts.ts'
import { uncountWhenBusy } from './hashing_busy.ts'
import { noticePage } from './notice_page.ts'
import { challengeNeeded, invalidInvitation, refusalOfSignUp, tooManyInvitations } from './refusals.ts'
import { completeSignIn, isFormRequest, nextOf, refuse, refuseBusy, refuseTooMany } from './sign_in_responses.ts'
import { challengeAnswerValidator, pageValidator, registerValidator } from './validators.ts'

interface Visit {
  address: string
  invitationHash: Buffer | null
  agreed: readonly Agreement[]
}

@inject()
export default class RegisterController {
  constructor(
    private readonly agreements: Agreements,
    private readonly openAccount: OpenAccount,
    private readonly checkInvitation: CheckInvitation,
    private readonly challenges: Challenges,
    private readonly pending: PendingAccounts,
    private readonly limits: SignInLimits,
    private readonly users: UserQuery,
    private readonly challengeSettings: ChallengeSettings
  ) {}

  handle(ctx: HttpContext) {
    return this.#register(ctx).catch((error) => refuseBusy(ctx, 'register', error))
  }

  async #register(ctx: HttpContext) {
    const given = await tryReadBody(ctx, registerValidator)
    if (!given.ok) return refuse(ctx, 'register', invalidFields(given.failure, 'invalid'))
    const { agreed, missing } = await this.agreements.check(given.value)
    if (missing.length > 0) return refuse(ctx, 'register', agreementNeeded(missing))

    const address = ctx.request.ip()
    const invitation = await this.checkInvitation.run((await readBody(ctx, pageValidator)).invitation, address)
    if (invitation.kind === 'invalid') return refuse(ctx, 'register', invalidInvitation)
    if (invitation.kind === 'too_many') return refuse(ctx, 'register', tooManyInvitations(invitation.retryAfterSeconds))

    const waitSeconds = await this.limits.countRegistration(address)
    if (waitSeconds !== null)
      return refuseTooMany(ctx, 'register', waitSeconds, 'Too many new accounts from your address.')

    const visit = { address, invitationHash: invitation.kind === 'valid' ? invitation.hash : null, agreed }
    const { challenge } = await readBody(ctx, challengeAnswerValidator)
    return uncountWhenBusy(
      async () =>
        (await this.challenges.pass('register', address, challenge))
          ? this.#open(ctx, given.value, visit)
          : this.#hold(ctx, given.value, visit),
      () => this.limits.uncountRegistration(address)
    )
  }

  async #open(ctx: HttpContext, account: NewAccount, visit: Visit) {
    let isOpen = false
    try {
      const opened = await this.openAccount.register(account, visit)
      isOpen = opened.ok
      if (!opened.ok) return await refuse(ctx, 'register', refusalOfSignUp(opened.failure))
      return await completeSignIn(ctx, { ...opened.value, email: account.email, way: 'register' }, this.users, 201)
    } finally {
      if (!isOpen) await this.challenges.takeBack('register', visit.address)
    }
  }

  /** Without a solved challenge, as in browsers without scripts, an account waits for a link in a mail. Programs solve the challenge. */
  async #hold(ctx: HttpContext, account: NewAccount, { invitationHash }: Visit) {
    if (!isFormRequest(ctx) || !this.challengeSettings.hasMail) return refuse(ctx, 'register', challengeNeeded)
    const held = await this.pending.hold(account, { invitationHash, next: await nextOf(ctx) })
    if (!held.ok) return refuse(ctx, 'register', refusalOfSignUp(held.failure))
    return noticePage(ctx, {
      status: 200,
      title: 'Check your mail',
      text: `We have sent you a link that opens your account. It works for ${limits.verificationHours} hours. Please look into your spam folder, too.`,
      label: 'Back to sign in',
      href: signInAddress('sign_in'),
    })
  }
}

/** The form shows the newest versions, and asks again. */
const agreementNeeded = (missing: readonly AgreedPageName[]) =>
  invalidFields(
    missing.map((page) => ({
      field: `${page}Version`,
      rule: 'agreement',
      message: `Please read the ${page} and agree to them.`,
    })),
    'agreement_needed'
  )
