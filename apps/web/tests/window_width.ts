import { vi } from 'vitest'

const remPx = 16

/** A window so many pixels wide, for whoever asks by `(min-width: …rem)`. Returns how to change it. */
export function windowOf(widthPx: number) {
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
