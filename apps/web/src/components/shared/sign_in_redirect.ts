import { paths } from '#modules/accounts/api'
import { browser } from '#web/lib/browser'
import { toastFailure } from '#web/lib/toasts'

const redirectDelayMs = 500
let isPending = false

/** How long a page may stay after its redirect began. */
const unloadMs = 3_000
let redirectedAt = -Infinity

/** Whether the page is redirecting to the sign-in page, which must not be blocked. */
export const isRedirectingToSignIn = (): boolean => isPending || performance.now() - redirectedAt < unloadMs

/** Disables the redirect, because the user ends the session on purpose. */
export function disableSignInRedirect(): void {
  isPending = true
}

/** Tells the user that the session has ended, and goes to the sign-in page half a second later. */
export function redirectToSignIn(): void {
  if (isPending) return
  isPending = true
  toastFailure('You are logged out. Logging in again...')
  const next = window.location.pathname + window.location.search
  setTimeout(() => {
    isPending = false
    redirectedAt = performance.now()
    browser.leaveTo(`${paths.login}?next=${encodeURIComponent(next)}`)
  }, redirectDelayMs)
}
