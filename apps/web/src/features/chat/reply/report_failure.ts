import { isStatus, sentenceOf } from '#web/lib/api_error'
import { redirectToSignIn } from '#web/components/shared/sign_in_redirect'
import { toast, toastFailure } from '#web/lib/toasts'

/** Shows the user why a call failed, or starts a new sign-in when the session has ended. */
export function reportFailure(error: unknown, fallback: string): void {
  if (isStatus(error, 401)) redirectToSignIn()
  else toastFailure('Error', sentenceOf(error, fallback))
}

/** Runs an action, and shows why it failed. Resolves to whether it succeeded. */
export const attempt = (fallback: string, action: () => Promise<unknown>): Promise<boolean> =>
  action().then(
    () => true,
    (error) => {
      reportFailure(error, fallback)
      return false
    }
  )

/** Tells the user that a reply must end first. */
export function reportReplying(): void {
  toast('A reply is being written', 'Wait until it is finished, or stop it.')
}
