import { useRef, type PointerEvent, type RefObject } from 'react'

/** The distance or speed beyond which a movement is a swipe. */
const thresholdPx = 56
const flingPxPerMs = 0.5
/** The element moves by this share of the finger's distance. */
const drag = 0.45

/** Detects horizontal swipes by touch. The element needs `touch-pan-y`, so that the browser scrolls vertically. */
export function useSwipeSideways(
  element: RefObject<HTMLElement | null>,
  onSwipe: (step: -1 | 1) => void,
  isActive: boolean
) {
  const start = useRef<{ x: number; y: number; at: number } | null>(null)
  const reset = () => {
    start.current = null
    element.current?.style.removeProperty('translate')
  }
  if (!isActive) return {}
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.pointerType === 'touch') start.current = { x: event.clientX, y: event.clientY, at: event.timeStamp }
    },
    onPointerMove: (event: PointerEvent) => {
      if (!start.current) return
      const dx = event.clientX - start.current.x
      if (Math.abs(event.clientY - start.current.y) > Math.abs(dx)) return
      element.current?.style.setProperty('translate', `${dx * drag}px 0`)
    },
    onPointerUp: (event: PointerEvent) => {
      if (!start.current) return
      const dx = event.clientX - start.current.x
      const isSideways = Math.abs(dx) > 2 * Math.abs(event.clientY - start.current.y)
      const isFling = Math.abs(dx) > 20 && Math.abs(dx) / Math.max(1, event.timeStamp - start.current.at) > flingPxPerMs
      reset()
      if (isSideways && (Math.abs(dx) > thresholdPx || isFling)) onSwipe(dx < 0 ? 1 : -1)
    },
    onPointerCancel: reset,
  }
}
