import { vi } from 'vitest'

const remPx = 16

/** Mocks `matchMedia` for `(min-width: …rem)`. Returns a function that changes the width. */
export function mockWindowWidth(widthPx: number) {
  let width = widthPx
  const listeners = new Set<() => void>()
  const matches = (query: string) => width >= Number(/min-width: ([\d.]+)rem/.exec(query)?.[1]) * remPx
  vi.stubGlobal('matchMedia', (query: string) => ({
    get matches() {
      return matches(query)
    },
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  }))
  return (next: number) => {
    width = next
    for (const listener of listeners) listener()
  }
}
