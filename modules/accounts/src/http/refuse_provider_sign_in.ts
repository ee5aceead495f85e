import type { HttpContext } from '@adonisjs/core/http'
import { refusal, sendRefusal, setRetryAfter, type Refusal } from '#modules/kernel/refusals'
import { attemptMinutes } from '../providers/attempt_store.ts'
import type { IdentitySignInRefusal } from '../providers/sign_in_with_identity.ts'
import type { IdentifyFailure } from '../providers/identity_provider.ts'
import { invalidInvitation, invitationNeeded, signUpClosed, tooMany } from './refusals.ts'
import { signInPage } from './sign_in_page.ts'

/** `not_begun`: this browser has no open attempt. `unknown`: the provider is not configured. */
export type ProviderSignInRefusal =
  IdentifyFailure | IdentitySignInRefusal | { kind: 'not_begun' } | { kind: 'unknown' }

/** Explains why the sign-in failed. Browsers get the sign-in page, programs the common failure shape. */
export const refuseProviderSignIn = (
  ctx: HttpContext,
  failure: ProviderSignInRefusal,
  { next, label = '' }: { next: string; label?: string }
) => {
  const refused = refusalOf(failure, label)
  if (ctx.request.accepts(['json', 'html']) !== 'html') return sendRefusal(ctx, refused)
  setRetryAfter(ctx, refused)
  return signInPage(ctx, { status: refused.status, next, notice: refused.message })
}

const refusalOf = (failure: ProviderSignInRefusal, label: string): Refusal => {
  switch (failure.kind) {
    case 'denied':
      return refusal(
        422,
        'denied',
        `You did not allow ${label} to sign you in. Try it again, or sign in with your password.`
      )
    case 'unavailable':
      return refusal(
        503,
        'provider_unavailable',
        `${label} can’t be reached right now. Please try again in a moment, or sign in with your password.`
      )
    case 'untrusted':
      return refusal(
        422,
        'untrusted_answer',
        `The answer from ${label} could not be trusted, so you are not signed in. Please try again.`
      )
    case 'disabled':
      return refusal(401, 'account_disabled', 'This account is disabled.')
    case 'no_email':
      return refusal(
        422,
        'no_email',
        `${label} didn’t share your e-mail address. Allow it there and try again, or create an account here.`
      )
    case 'not_linked':
      return refusal(
        409,
        'not_linked',
        `There is an account with your e-mail already. Sign in to it with its password, then link ${label} in the settings.`
      )
    case 'sign_up_closed':
      return signUpClosed
    case 'invitation_needed':
      return invitationNeeded
    case 'invalid_invitation':
      return invalidInvitation
    case 'too_many':
      return tooMany({ retryAfterSeconds: failure.retryAfterSeconds, reason: 'Too many tries from your address.' })
    case 'not_begun':
      return refusal(
        422,
        'not_begun',
        `This sign-in started in another browser, was used before, or took more than ${attemptMinutes} minutes. Please try again.`
      )
    case 'unknown':
      return refusal(404, 'no_such_provider', 'There is no such way to sign in here.')
  }
}
