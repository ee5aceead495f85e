import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'
import { toasts } from '../src/lib/toasts.ts'

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
  cleanup()
  const toast = toasts.current()
  if (toast) toasts.dismiss(toast.id)
  localStorage.clear()
})
