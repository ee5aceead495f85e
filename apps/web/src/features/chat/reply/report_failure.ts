import { isStatus, sentenceOf } from '#web/lib/api_error'
import { redirectToSignIn } from '#web/components/shared/sign_in_redirect'
import { toastFailure } from '#web/lib/toasts'

/** Tells the user why a call failed, or starts a new sign-in when the session has ended. */
export function reportFailure(error: unknown, fallback: string): void {
  if (isStatus(error, 401)) redirectToSignIn()
  else toastFailure('Error', sentenceOf(error, fallback))
}
