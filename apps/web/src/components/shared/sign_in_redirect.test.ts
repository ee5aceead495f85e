import { expect, test, vi } from 'vitest'
import { browser } from '#web/lib/browser'
import { toastFailure, toasts } from '#web/lib/toasts'
import { disableSignInRedirect, isRedirectingToSignIn, redirectToSignIn } from './sign_in_redirect.ts'

test('shows the notice again when the toast of another failed call has replaced it, and redirects once', () => {
  vi.useFakeTimers()
  const leaveTo = vi.spyOn(browser, 'leaveTo').mockImplementation(() => {})
  redirectToSignIn()
  toastFailure('Error', 'Failed to start streaming')
  redirectToSignIn()
  expect(toasts.current()?.title).toBe('You are logged out. Logging in again...')
  vi.advanceTimersByTime(499)
  expect(leaveTo).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(leaveTo).toHaveBeenCalledExactlyOnceWith('/api/login?next=%2F')
})

test('redirects again when Back shows a page that the user had signed out on', () => {
  vi.useFakeTimers()
  const leaveTo = vi.spyOn(browser, 'leaveTo').mockImplementation(() => {})
  disableSignInRedirect()
  redirectToSignIn()
  expect(isRedirectingToSignIn()).toBe(true)
  window.dispatchEvent(new Event('pagehide'))
  expect(isRedirectingToSignIn()).toBe(false)
  redirectToSignIn()
  vi.advanceTimersByTime(500)
  expect(leaveTo).toHaveBeenCalledOnce()
})
