import { cleanup, configure, getConfig } from '@testing-library/react'
import * as React from 'react'
import { afterEach, expect, vi } from 'vitest'
import { keptPictures } from '../src/features/imagegen/kept_pictures.ts'
import { runningDrawing } from '../src/features/imagegen/running_drawing.ts'
import { alerts } from '../src/lib/alerts.ts'
import { afterTraversal } from '../src/lib/history_layers.ts'
import { toasts } from '../src/lib/toasts.ts'
import { takeProblems } from './check_answer.ts'

const isPolling = () =>
  (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })._disableExpensiveErrorDiagnostics === true

configure(({ getElementError }) => ({
  // The timeout is generous, for busy machines.
  asyncUtilTimeout: 30_000,
  // `waitFor` drops the errors of all attempts and creates the last error again, so only this one needs to print the document.
  getElementError: (message, container) =>
    isPolling() ? new Error(message ?? '') : getElementError(message, container),
}))

// React's development build captures a stack for each of the first 10,000 elements a second, a sixth of the time of these tests.
const internals = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
Object.defineProperty((React as unknown as Record<string, object>)[internals], 'recentlyCreatedOwnerStacks', {
  get: () => Infinity,
  set: () => {},
  configurable: true,
})

// This rule of the app's styles makes a toast clickable before Radix has counted it. Until then, Radix disables the list.
const style = '<style>.pointer-events-auto { pointer-events: auto }</style>'
document.head.innerHTML = style

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

const frameMs = 17

afterEach(async () => {
  cleanup()
  // jsdom runs animation frames from one interval. If that began with fake timers, no later test would get a frame.
  if (vi.isFakeTimers()) vi.advanceTimersByTime(frameMs)
  vi.useRealTimers()
  // Unmounting answers open prompts, whose callers then show a toast. They must finish within their own test.
  await new Promise((resolve) => setTimeout(resolve))
  // Closing a dialog goes back in the history, which must not change the address of the next test.
  await new Promise<void>(afterTraversal)
  const toast = toasts.current()
  if (toast) toasts.dismiss(toast.id)
  alerts.dismiss()
  keptPictures.forget()
  runningDrawing.set(null)
  // Resets the page, so that the next test gets a new one.
  window.dispatchEvent(new Event('pagehide'))
  window.history.replaceState(null, '', '/')
  document.head.innerHTML = style
  for (const name of document.documentElement.getAttributeNames()) document.documentElement.removeAttribute(name)
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
  expect(takeProblems()).toEqual([])
})
