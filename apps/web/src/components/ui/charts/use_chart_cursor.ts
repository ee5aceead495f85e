import { useState, type KeyboardEvent, type PointerEvent } from 'react'

/**
 * The point under the pointer, or the one chosen with the arrow keys; null for none. It is exposed as the value of a slider, so that
 * screen readers announce each point and a swipe can move it.
 */
export function useChartCursor(count: number) {
  const [at, setAt] = useState<number | null>(null)
  const index = at === null ? null : Math.min(at, count - 1)
  const point = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    if (width > 0) setAt(clamp(Math.floor(((clientX - left) / width) * count), count))
  }
  return {
    index,
    cursorProps: {
      tabIndex: 0,
      onFocus: () => setAt((was) => was ?? count - 1),
      onBlur: () => setAt(null),
      onPointerDown: point,
      onPointerMove: point,
      onPointerLeave: ({ pointerType, currentTarget }: PointerEvent<HTMLElement>) => {
        if (pointerType === 'mouse' && document.activeElement !== currentTarget) setAt(null)
      },
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        const next = nextIndex(event.key, index ?? count - 1, count)
        if (next === null) return
        event.preventDefault()
        setAt(next)
      },
    },
  }
}

const clamp = (index: number, count: number) => Math.max(0, Math.min(count - 1, index))

function nextIndex(key: string, index: number, count: number): number | null {
  if (key === 'ArrowLeft' || key === 'ArrowDown') return clamp(index - 1, count)
  if (key === 'ArrowRight' || key === 'ArrowUp') return clamp(index + 1, count)
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}
