import { useLayoutEffect, type RefObject } from 'react'

/** The distance to the edges of the viewport and to other elements. */
const gapPx = 12

type Box = Pick<DOMRect, 'top' | 'bottom' | 'left' | 'right'>

/**
 * The lowest place for a box: its distance from the lower edge of the viewport, so that it touches none of the others. Where there is no
 * room left, the place at the top.
 */
export function lowestPlace(box: Box, others: readonly Box[], viewportHeight: number): number {
  const height = box.bottom - box.top
  let bottom = viewportHeight - gapPx
  const beside = others.filter(({ left, right }) => left < box.right && right > box.left)
  for (const other of beside.toSorted((a, b) => b.bottom - a.bottom)) {
    const overlaps = other.top - gapPx < bottom && other.bottom + gapPx > bottom - height
    if (overlaps) bottom = other.top - gapPx
  }
  return viewportHeight - Math.max(bottom, height + gapPx)
}

/**
 * Keeps a fixed element at the lower edge of the viewport, clear of elements with `data-keep-clear`, such as the composer and the tab bar.
 * These grow, scroll, appear and disappear, so each frame measures them while `isActive`.
 */
export function useKeepClear(ref: RefObject<HTMLElement | null>, isActive: boolean): void {
  useLayoutEffect(() => {
    if (!isActive) return
    let frame = 0
    let last = Number.NaN
    const place = () => {
      frame = requestAnimationFrame(place)
      const element = ref.current
      if (!element) return
      const others = [...document.querySelectorAll('[data-keep-clear]')]
        .map((other) => other.getBoundingClientRect())
        .filter(({ top, bottom, height }) => height > 0 && bottom > 0 && top < window.innerHeight)
      const next = lowestPlace(element.getBoundingClientRect(), others, window.innerHeight)
      if (next !== last) element.style.bottom = `max(env(safe-area-inset-bottom), ${next}px)`
      last = next
    }
    place()
    return () => cancelAnimationFrame(frame)
  }, [ref, isActive])
}
