import { useRef, type PointerEvent, type RefObject } from 'react'

/** How far, or how fast, a sheet is pulled before it counts as sent away. */
const thresholdPx = 96
const flingPxPerMs = 0.6

/** Lets a finger pull the sheet down by what these handlers are on; let go too early it springs back. */
export function useSwipeToDismiss(sheet: RefObject<HTMLElement | null>, onAway: () => void) {
  const start = useRef<{ y: number; at: number } | null>(null)
  const distance = (event: PointerEvent) => Math.max(0, event.clientY - (start.current?.y ?? event.clientY))
  const settle = () => {
    start.current = null
    sheet.current?.style.removeProperty('translate')
    sheet.current?.style.removeProperty('transition')
  }
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.pointerType !== 'touch') return
      start.current = { y: event.clientY, at: event.timeStamp }
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove: (event: PointerEvent) => {
      if (!start.current) return
      sheet.current?.style.setProperty('transition', 'none')
      sheet.current?.style.setProperty('translate', `0 ${distance(event)}px`)
    },
    onPointerUp: (event: PointerEvent) => {
      if (!start.current) return
      const pulled = distance(event)
      const isFling = pulled > 24 && pulled / Math.max(1, event.timeStamp - start.current.at) > flingPxPerMs
      if (pulled > thresholdPx || isFling) {
        start.current = null
        onAway()
      } else settle()
    },
    onPointerCancel: settle,
  }
}
