import { cleanup, configure, getConfig } from '@testing-library/react'
import * as React from 'react'
import { afterEach, expect, vi } from 'vitest'
import { alerts } from '../src/lib/alerts.ts'
import { afterTraversal } from '../src/lib/history_layers.ts'
import { toasts } from '../src/lib/toasts.ts'
import { takeProblems } from './check_answer.ts'

const isPolling = () =>
  (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })._disableExpensiveErrorDiagnostics === true

configure(({ getElementError }) => ({
  // Generous, for busy machines.
  asyncUtilTimeout: 30_000,
  // `waitFor` drops the error of each attempt and builds the last one anew, so only that one needs to print the document.
  getElementError: (message, container) =>
    isPolling() ? new Error(message ?? '') : getElementError(message, container),
}))

// React's development build captures a stack for each of the first 10,000 elements a second: a sixth of the time of these tests.
const internals = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
Object.defineProperty((React as unknown as Record<string, object>)[internals], 'recentlyCreatedOwnerStacks', {
  get: () => Infinity,
  set: () => {},
  configurable: true,
})

// The rule of the app's styles by which a toast can be clicked before Radix has counted it. Until then, Radix disables its list.
document.head.insertAdjacentHTML('beforeend', '<style>.pointer-events-auto { pointer-events: auto }</style>')

// Radix needs these; jsdom lacks them.
Element.prototype.hasPointerCapture ??= () => false
Element.prototype.setPointerCapture ??= () => {}
Element.prototype.releasePointerCapture ??= () => {}
Element.prototype.scrollIntoView ??= () => {}
window.scrollTo = () => {}
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}

afterEach(async () => {
  vi.useRealTimers()
  cleanup()
  // Unmounting answers open prompts, whose callers then show a toast: let them finish within their own test.
  await new Promise((resolve) => setTimeout(resolve))
  // Closing a dialog goes back in the history, which must not change the address of the next test.
  await new Promise<void>(afterTraversal)
  const toast = toasts.current()
  if (toast) toasts.dismiss(toast.id)
  alerts.dismiss()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
  expect(takeProblems()).toEqual([])
})
