import { useCallback, useLayoutEffect, useRef, useState, type CSSProperties, type FocusEvent } from 'react'
import {
  anchorOf,
  cellsInView,
  placeOf,
  roomAround,
  topFor,
  type Anchor,
  type CellRange,
  type GridGeometry,
} from './row_window.ts'

/** So many cost next to nothing, and a browser's own search finds them all. */
const wholeMax = 60

/**
 * Draws of a long grid only the rows in view and a window's height above and below: what it costs does not grow with its
 * length. The cells must be equally high. Whoever holds the focus stays drawn, wherever the page is scrolled to. Where
 * nothing can be measured, all are drawn.
 */
export function useRowWindow(count: number) {
  const list = useRef<HTMLUListElement | null>(null)
  const geometry = useRef<GridGeometry | null>(null)
  const counted = useRef(count)
  const anchor = useRef<Anchor | null>(null)
  const isTurning = useRef(false)
  const [view, setView] = useState<{ geometry: GridGeometry | null; range: CellRange }>({
    geometry: null,
    range: { start: 0, end: wholeMax },
  })
  const [focused, setFocused] = useState<number | null>(null)

  const look = useCallback(() => {
    if (!list.current) return
    const before = geometry.current
    const now = measure(list.current, before)
    geometry.current = now
    const { top } = list.current.getBoundingClientRect()
    const range =
      now && counted.current > wholeMax
        ? cellsInView(now, {
            top,
            windowHeight: window.innerHeight,
            reach: window.innerHeight,
            count: counted.current,
          })
        : { start: 0, end: Infinity }
    setView((last) =>
      last.geometry === now && last.range.start === range.start && last.range.end === range.end
        ? last
        : { geometry: now, range }
    )
    if (before && before !== now) isTurning.current = true
    // As long as the new rows are not drawn, the place of the old ones counts.
    if (now && !isTurning.current) anchor.current = anchorOf(now, top)
  }, [])

  const ref = useCallback(
    (element: HTMLUListElement | null) => {
      list.current = element
      if (!element) return
      look()
      const observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(look)
      observer?.observe(element)
      window.addEventListener('scroll', look, { passive: true })
      window.addEventListener('resize', look)
      return () => {
        observer?.disconnect()
        window.removeEventListener('scroll', look)
        window.removeEventListener('resize', look)
      }
    },
    [look]
  )
  useLayoutEffect(() => {
    counted.current = count
    look()
  }, [count, look])

  useLayoutEffect(() => {
    // The window was turned or resized: who was in view stays there.
    if (isTurning.current && view.geometry && view.geometry === geometry.current) {
      const top = list.current?.getBoundingClientRect().top
      if (anchor.current && top !== undefined)
        window.scrollBy({ top: top - topFor(view.geometry, anchor.current), behavior: 'instant' })
      isTurning.current = false
    }
  }, [view])

  const { start } = view.range
  const end = Math.min(view.range.end, count)
  const room = view.geometry && roomAround(view.geometry, { start, end }, count)
  const style: CSSProperties | undefined = room ? { paddingTop: room.before, paddingBottom: room.after } : undefined
  const isAway = focused !== null && focused < count && (focused < start || focused >= end)
  return {
    /** For the list, whose children carry their place as `data-index`. */
    listProps: {
      ref,
      style,
      onFocus: (event: FocusEvent) => setFocused(indexOf(event.target)),
      onBlur: (event: FocusEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setFocused(null)
      },
    },
    range: { start: Math.min(start, end), end },
    /** A cell out of view that must be drawn all the same, and where. */
    away: isAway && view.geometry ? { index: focused, style: awayStyle(view.geometry, focused) } : null,
  }
}

function indexOf(element: Element): number | null {
  const index = element.closest<HTMLElement>('[data-index]')?.dataset.index
  return index === undefined ? null : Number(index)
}

const awayStyle = (geometry: GridGeometry, index: number): CSSProperties => ({
  position: 'absolute',
  ...placeOf(geometry, index),
})

/** The same object as long as nothing has changed. Null where there is no layout. */
function measure(list: HTMLElement, last: GridGeometry | null): GridGeometry | null {
  const { gridTemplateColumns, rowGap } = getComputedStyle(list)
  const widths = gridTemplateColumns.split(' ').map(parseFloat)
  const cell = [...list.children].find((child) => (child as HTMLElement).style.position !== 'absolute')
  const rowHeight = cell?.getBoundingClientRect().height ?? 0
  const columnWidth = widths[0] ?? 0
  if (!(columnWidth > 0 && rowHeight > 0)) return last
  const gap = parseFloat(rowGap) || 0
  const isSame =
    last !== null &&
    last.columns === widths.length &&
    last.gap === gap &&
    Math.abs(last.columnWidth - columnWidth) < 0.01 &&
    Math.abs(last.rowHeight - rowHeight) < 0.01
  return isSame ? last : { columns: widths.length, columnWidth, rowHeight, gap }
}
