import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import { toasts } from '../src/lib/toasts.ts'

// How long a thing may take to appear: a busy machine is no failure.
configure({ asyncUtilTimeout: 10_000 })

// What jsdom leaves out and Radix asks for.
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

afterEach(() => {
  vi.useRealTimers()
  cleanup()
  const toast = toasts.current()
  if (toast) toasts.dismiss(toast.id)
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})
