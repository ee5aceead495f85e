import { useCallback, useRef, useState } from 'react'

/** Less than this is rounding. */
const slackPx = 2

/** Whether more of a box that scrolls lies before and after what is seen of it. Goes on the box as its `ref`. */
export function useScrollEdges<Box extends HTMLElement>(axis: 'x' | 'y') {
  const [edges, setEdges] = useState({ hasBefore: false, hasAfter: false })
  const box = useRef<Box | null>(null)
  const ref = useCallback(
    (element: Box | null) => {
      box.current = element
      if (!element) return
      const look = () => {
        const at = axis === 'x' ? element.scrollLeft : element.scrollTop
        const rest =
          axis === 'x'
            ? element.scrollWidth - element.clientWidth - at
            : element.scrollHeight - element.clientHeight - at
        const hasBefore = at > slackPx
        const hasAfter = rest > slackPx
        setEdges((last) =>
          last.hasBefore === hasBefore && last.hasAfter === hasAfter ? last : { hasBefore, hasAfter }
        )
      }
      look()
      element.addEventListener('scroll', look, { passive: true })
      const observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(look)
      observer?.observe(element)
      if (element.firstElementChild) observer?.observe(element.firstElementChild)
      return () => {
        element.removeEventListener('scroll', look)
        observer?.disconnect()
      }
    },
    [axis]
  )
  return { ref, box, ...edges }
}
