import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import { toasts } from '../src/lib/toasts.ts'

// Generous, for busy machines.
configure({ asyncUtilTimeout: 10_000 })

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
  // Unmounting rejects what was pending; its handlers may still show a toast.
  await new Promise((resolve) => setTimeout(resolve))
  const toast = toasts.current()
  if (toast) toasts.dismiss(toast.id)
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})
