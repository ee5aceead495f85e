import { paths } from '#modules/accounts/api'
import { browser } from '../../lib/browser.ts'
import { toastFailure } from '../../lib/toasts.ts'

const redirectDelayMs = 500
let isUnderWay = false

/** So long the page may still be there after it was told to leave. */
const leavingMs = 3_000
let leftAt = -Infinity

/** Whether the page is being left for the sign-in page: nothing should stand in the way of that. */
export const isSigningInAgain = (): boolean => isUnderWay || performance.now() - leftAt < leavingMs

/** The session ends on purpose: from now on nobody is led to the sign-in page. */
export function expectSignOut(): void {
  isUnderWay = true
}

/** The session has ended while the page was open: says so, and leads to the sign-in page half a second later. */
export function signInAgain(): void {
  if (isUnderWay) return
  isUnderWay = true
  toastFailure('You are logged out. Logging in again...')
  const next = window.location.pathname + window.location.search
  setTimeout(() => {
    isUnderWay = false
    leftAt = performance.now()
    browser.leaveTo(`${paths.login}?next=${encodeURIComponent(next)}`)
  }, redirectDelayMs)
}
