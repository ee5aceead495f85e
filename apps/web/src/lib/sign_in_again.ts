import { paths } from '#modules/accounts/api'
import { browser } from './browser.ts'
import { toastFailure } from './toasts.ts'

const redirectDelayMs = 500
let isUnderWay = false

/** The session has ended while the page was open: says so, and leads to the sign-in page half a second later. */
export function signInAgain(): void {
  if (isUnderWay) return
  isUnderWay = true
  toastFailure('You are logged out. Logging in again...')
  const next = window.location.pathname + window.location.search
  setTimeout(() => {
    isUnderWay = false
    browser.leaveTo(`${paths.login}?next=${encodeURIComponent(next)}`)
  }, redirectDelayMs)
}
