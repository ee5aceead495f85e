import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { invalidField, invalidFields } from '#modules/kernel/refusals'
import { readBody, tryReadBody } from '#modules/kernel/validation'
import { OpenAccount } from '../actions/open_account.ts'
import { SignInLimits } from '../actions/sign_in_limits.ts'
import { CheckInvitation } from '../sign_up/check_invitation.ts'
import { UserQuery } from '../queries/user_query.ts'
import { completeSignIn, refuse, refuseBusy, refuseTooMany } from './sign_in_responses.ts'
import { uncountWhenBusy } from './hashing_busy.ts'
import { emailTaken, invalidInvitation, invitationNeeded, signUpClosed, tooManyInvitations } from './refusals.ts'
import { pageValidator, registerValidator } from './validators.ts'

@inject()
export default class RegisterController {
  constructor(
    private readonly openAccount: OpenAccount,
    private readonly checkInvitation: CheckInvitation,
    private readonly limits: SignInLimits,
    private readonly users: UserQuery
  ) {}

  handle(ctx: HttpContext) {
    return this.#register(ctx).catch((error) => refuseBusy(ctx, 'register', error))
  }

  async #register(ctx: HttpContext) {
    const given = await tryReadBody(ctx, registerValidator)
    if (!given.ok) return refuse(ctx, 'register', invalidFields(given.failure, 'invalid'))
    const account = given.value

    const address = ctx.request.ip()
    const invitation = await this.checkInvitation.run((await readBody(ctx, pageValidator)).invitation, address)
    if (invitation.kind === 'invalid') return refuse(ctx, 'register', invalidInvitation)
    if (invitation.kind === 'too_many') return refuse(ctx, 'register', tooManyInvitations(invitation.retryAfterSeconds))
    const invitationHash = invitation.kind === 'valid' ? invitation.hash : null

    const waitSeconds = await this.limits.countRegistration(address)
    if (waitSeconds !== null)
      return refuseTooMany(ctx, 'register', waitSeconds, 'Too many new accounts from your address.')

    const opened = await uncountWhenBusy(
      () => this.openAccount.register(account, { address, invitationHash }),
      () => this.limits.uncountRegistration(address)
    )
    if (opened.ok)
      return completeSignIn(ctx, { ...opened.value, email: account.email, way: 'register' }, this.users, 201)
    switch (opened.failure.kind) {
      case 'invalid': {
        const { field, rule, message } = opened.failure
        return refuse(ctx, 'register', invalidField(field, rule, message, 'invalid'))
      }
      case 'email_taken':
        return refuse(ctx, 'register', emailTaken)
      case 'sign_up_closed':
        return refuse(ctx, 'register', signUpClosed)
      case 'invitation_needed':
        return refuse(ctx, 'register', invitationNeeded)
      case 'invalid_invitation':
        return refuse(ctx, 'register', invalidInvitation)
    }
  }
}
