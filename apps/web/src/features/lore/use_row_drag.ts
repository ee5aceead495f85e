import { useEffect, useRef, useState, type PointerEvent } from 'react'
import { useLatest } from '#web/lib/use_latest'

interface RowDragOptions {
  /** Returns the list, whose rows have the same height, as `useRowWindow` lays them out. */
  list: () => HTMLElement | null
  count: number
  /** `to` is the index in the list without the row. */
  onDrop: (from: number, to: number) => void
}

interface Drag {
  from: number
  /** The number of rows before the line that shows the new place of the row. */
  gap: number
  /** The line's distance from the top of the list, in pixels. */
  top: number
}

/** The distance from the edge of the viewport within which the page scrolls, and the step of each frame, in pixels. */
const edge = 72
const scrollStep = 14

/** Drags rows of a windowed list with a mouse, pen or finger. The page scrolls near the edges of the viewport. Escape cancels. */
export function useRowDrag({ list, count, onDrop }: RowDragOptions) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const latest = useLatest({ list, count, onDrop })
  const stop = useRef<(() => void) | null>(null)
  useEffect(() => () => stop.current?.(), [])

  const start = (event: PointerEvent, from: number) => {
    if (event.button !== 0) return
    const row = (event.target as Element).closest('li')
    if (!row) return
    const pitch = row.getBoundingClientRect().height
    let y = event.clientY
    let gap = from
    let frame = 0
    const place = () => {
      const top = latest.current.list()?.getBoundingClientRect().top ?? 0
      gap = Math.max(0, Math.min(latest.current.count, Math.round((y - top) / pitch)))
      setDrag({ from, gap, top: gap * pitch })
    }
    const scroll = () => {
      const by = y < edge + topBar() ? -scrollStep : y > window.innerHeight - edge ? scrollStep : 0
      if (by !== 0) {
        window.scrollBy({ top: by, behavior: 'instant' })
        place()
      }
      frame = requestAnimationFrame(scroll)
    }
    const onMove = (move: globalThis.PointerEvent) => {
      y = move.clientY
      place()
    }
    const end = (isDropped: boolean) => {
      stop.current?.()
      if (isDropped && gap !== from && gap !== from + 1) latest.current.onDrop(from, gap > from ? gap - 1 : gap)
    }
    const onUp = () => end(true)
    const onCancel = () => end(false)
    const onKey = (key: KeyboardEvent) => {
      if (key.key === 'Escape') end(false)
    }
    const listeners = [
      ['pointermove', onMove],
      ['pointerup', onUp],
      ['pointercancel', onCancel],
      ['keydown', onKey],
    ] as const
    stop.current = () => {
      for (const [name, listener] of listeners) window.removeEventListener(name, listener as EventListener, true)
      cancelAnimationFrame(frame)
      setDrag(null)
      stop.current = null
    }
    for (const [name, listener] of listeners) window.addEventListener(name, listener as EventListener, true)
    frame = requestAnimationFrame(scroll)
  }
  return { drag, start }
}

const topBar = () => document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
