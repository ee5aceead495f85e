import { cleanup, configure } from '@testing-library/react'
import { afterEach, expect, vi } from 'vitest'
import { alerts } from '../src/lib/alerts.ts'
import { afterTraversal } from '../src/lib/history_layers.ts'
import { toasts } from '../src/lib/toasts.ts'
import { takeProblems } from './check_answer.ts'

// Generous, for busy machines.
configure({ asyncUtilTimeout: 30_000 })

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
