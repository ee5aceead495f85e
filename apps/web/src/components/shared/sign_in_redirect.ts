import { signInAddress } from '#modules/accounts/calls'
import { browser } from '#web/lib/browser'
import { isServerRender } from '#web/lib/server_render'
import { toastFailure, toasts } from '#web/lib/toasts'

const redirectDelayMs = 500
const notice = 'You are logged out. Logging in again...'
let isPending = false
let isDisabled = false

/** How long a page may stay after its redirect began. */
const unloadMs = 3_000
let redirectedAt = -Infinity
let timer: ReturnType<typeof setTimeout> | undefined

/** Whether the page is redirecting to the sign-in page, which must not be blocked. */
export const isRedirectingToSignIn = (): boolean =>
  isPending || isDisabled || performance.now() - redirectedAt < unloadMs

/** Disables the redirect, because the user ends the session on purpose. */
export function disableSignInRedirect(): void {
  isDisabled = true
}

/**
 * Tells the user that the session has ended, and goes to the sign-in page half a second later. Each further failed call shows the notice
 * again, because its own toast may have replaced it.
 */
export function redirectToSignIn(): void {
  if (isDisabled) return
  if (toasts.current()?.title !== notice) toastFailure(notice)
  if (isPending) return
  isPending = true
  const next = window.location.pathname + window.location.search
  timer = setTimeout(() => {
    isPending = false
    redirectedAt = performance.now()
    browser.leaveTo(signInAddress('sign_in', next))
  }, redirectDelayMs)
}

// Back may show this page again as it was, with another session.
if (!isServerRender)
  window.addEventListener('pagehide', () => {
    clearTimeout(timer)
    isPending = isDisabled = false
    redirectedAt = -Infinity
  })
