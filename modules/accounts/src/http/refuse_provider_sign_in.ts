import type { HttpContext } from '@adonisjs/core/http'
import { problem } from '#modules/kernel/refusals'
import { attemptMinutes } from '../providers/attempt_store.ts'
import type { IdentitySignInRefusal } from '../providers/sign_in_with_identity.ts'
import type { IdentifyFailure } from '../providers/identity_provider.ts'
import { signInPage } from './sign_in_page.ts'
import { retryMessage } from './retry_message.ts'

/** `not_begun`: this browser has no open attempt. `unknown`: the provider is not configured. */
export type ProviderSignInRefusal =
  IdentifyFailure | IdentitySignInRefusal | { kind: 'not_begun' } | { kind: 'unknown' }

const statuses = {
  denied: 422,
  unavailable: 503,
  untrusted: 422,
  disabled: 401,
  no_email: 422,
  not_linked: 409,
  too_many: 429,
  not_begun: 422,
  unknown: 404,
} as const

/** Explains why the sign-in failed. Browsers get the sign-in page, programs the common failure shape. */
export const refuseProviderSignIn = (
  ctx: HttpContext,
  refusal: ProviderSignInRefusal,
  { next, label = '' }: { next: string; label?: string }
) => {
  const status = statuses[refusal.kind]
  const message = messageOf(refusal, label)
  if (refusal.kind === 'too_many') ctx.response.header('Retry-After', String(refusal.retryAfterSeconds))
  if (ctx.request.accepts(['json', 'html']) !== 'html') return problem(ctx, status, codes[refusal.kind], message)
  return signInPage(ctx, { status, next, notice: message })
}

const codes: Record<ProviderSignInRefusal['kind'], string> = {
  denied: 'denied',
  unavailable: 'provider_unavailable',
  untrusted: 'untrusted_answer',
  disabled: 'account_disabled',
  no_email: 'no_email',
  not_linked: 'not_linked',
  too_many: 'too_many_requests',
  not_begun: 'not_begun',
  unknown: 'no_such_provider',
}

const messageOf = (refusal: ProviderSignInRefusal, label: string): string => {
  switch (refusal.kind) {
    case 'denied':
      return `You did not allow ${label} to sign you in. Try it again, or sign in with your password.`
    case 'unavailable':
      return `${label} can’t be reached right now. Please try again in a moment, or sign in with your password.`
    case 'untrusted':
      return `The answer from ${label} could not be trusted, so you are not signed in. Please try again.`
    case 'disabled':
      return 'This account is disabled.'
    case 'no_email':
      return `${label} didn’t share your e-mail address. Allow it there and try again, or create an account here.`
    case 'not_linked':
      return `There is an account with your e-mail already. Sign in to it with its password, then link ${label} in the settings.`
    case 'too_many':
      return `Too many tries from your address. ${retryMessage(refusal.retryAfterSeconds)}`
    case 'not_begun':
      return `This sign-in started in another browser, was used before, or took more than ${attemptMinutes} minutes. Please try again.`
    case 'unknown':
      return 'There is no such way to sign in here.'
  }
}
