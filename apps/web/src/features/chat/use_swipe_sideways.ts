import { useRef, type PointerEvent, type RefObject } from 'react'

/** How far, or how fast, a finger goes before it counts. */
const thresholdPx = 56
const flingPxPerMs = 0.5
/** What is pulled follows this much of the way. */
const drag = 0.45

/** Lets a finger turn from one thing to the next by pulling it aside; `touch-pan-y` on it leaves up and down to the browser. */
export function useSwipeSideways(
  place: RefObject<HTMLElement | null>,
  onSwipe: (step: -1 | 1) => void,
  isActive: boolean
) {
  const start = useRef<{ x: number; y: number; at: number } | null>(null)
  const settle = () => {
    start.current = null
    place.current?.style.removeProperty('translate')
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
      place.current?.style.setProperty('translate', `${dx * drag}px 0`)
    },
    onPointerUp: (event: PointerEvent) => {
      if (!start.current) return
      const dx = event.clientX - start.current.x
      const isSideways = Math.abs(dx) > 2 * Math.abs(event.clientY - start.current.y)
      const isFling = Math.abs(dx) > 20 && Math.abs(dx) / Math.max(1, event.timeStamp - start.current.at) > flingPxPerMs
      settle()
      if (isSideways && (Math.abs(dx) > thresholdPx || isFling)) onSwipe(dx < 0 ? 1 : -1)
    },
    onPointerCancel: settle,
  }
}
