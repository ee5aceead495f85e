import { isStatus, sentenceOf } from '../../../lib/api_error.ts'
import { redirectToSignIn } from '../../../components/shared/sign_in_redirect.ts'
import { toastFailure } from '../../../lib/toasts.ts'

/** Tells the user why a call failed, or starts a new sign-in when the session has ended. */
export function reportFailure(error: unknown, fallback: string): void {
  if (isStatus(error, 401)) redirectToSignIn()
  else toastFailure('Error', sentenceOf(error, fallback))
}
