import { useRef, type PointerEvent, type RefObject } from 'react'

/** Distance or speed from which a swipe dismisses. */
const thresholdPx = 96
const flingPxPerMs = 0.6

/** Handlers for a drag handle: swiping down dismisses the sheet, a shorter pull springs back. */
export function useSwipeToDismiss(sheet: RefObject<HTMLElement | null>, onDismiss: () => void) {
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
        onDismiss()
      } else settle()
    },
    onPointerCancel: settle,
  }
}
