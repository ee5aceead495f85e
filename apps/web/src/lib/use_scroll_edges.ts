import { useCallback, useRef, useState } from 'react'

/** Rounding of scroll positions. */
const tolerancePx = 2

/** Whether a scrollable box has hidden content before and after the visible part. Attach `ref` to the box. */
export function useScrollEdges<Box extends HTMLElement>(axis: 'x' | 'y') {
  const [edges, setEdges] = useState({ hasBefore: false, hasAfter: false })
  const box = useRef<Box | null>(null)
  const ref = useCallback(
    (element: Box | null) => {
      box.current = element
      if (!element) return
      const update = () => {
        const at = axis === 'x' ? element.scrollLeft : element.scrollTop
        const rest =
          axis === 'x'
            ? element.scrollWidth - element.clientWidth - at
            : element.scrollHeight - element.clientHeight - at
        const hasBefore = at > tolerancePx
        const hasAfter = rest > tolerancePx
        setEdges((last) =>
          last.hasBefore === hasBefore && last.hasAfter === hasAfter ? last : { hasBefore, hasAfter }
        )
      }
      update()
      element.addEventListener('scroll', update, { passive: true })
      const observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(update)
      observer?.observe(element)
      if (element.firstElementChild) observer?.observe(element.firstElementChild)
      return () => {
        element.removeEventListener('scroll', update)
        observer?.disconnect()
      }
    },
    [axis]
  )
  return { ref, box, ...edges }
}
