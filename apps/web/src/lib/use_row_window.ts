import { useCallback, useLayoutEffect, useRef, useState, type CSSProperties, type FocusEvent } from 'react'
import {
  anchorOf,
  cellsInView,
  placeOf,
  paddingAround,
  topFor,
  type Anchor,
  type CellRange,
  type GridGeometry,
} from './row_window.ts'

/** Lists up to this length are rendered whole: that is cheap, and the browser's search finds every item. */
const wholeMax = 60

/**
 * Renders only the rows of a long grid in view, and one viewport above and below. All cells must have the same height. The focused cell
 * stays rendered wherever the page scrolls. Without a layout to measure, all cells are rendered.
 */
export function useRowWindow(count: number) {
  const list = useRef<HTMLUListElement | null>(null)
  const geometry = useRef<GridGeometry | null>(null)
  const counted = useRef(count)
  const anchor = useRef<Anchor | null>(null)
  const isResizing = useRef(false)
  const [view, setView] = useState<{ geometry: GridGeometry | null; range: CellRange }>({
    geometry: null,
    range: { start: 0, end: wholeMax },
  })
  const [focused, setFocused] = useState<number | null>(null)

  const update = useCallback(() => {
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
    if (before && before !== now) isResizing.current = true
    // Until the new rows are rendered, the position of the old ones counts.
    if (now && !isResizing.current) anchor.current = anchorOf(now, top)
  }, [])

  const ref = useCallback(
    (element: HTMLUListElement | null) => {
      list.current = element
      if (!element) return
      update()
      const observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(update)
      observer?.observe(element)
      window.addEventListener('scroll', update, { passive: true })
      window.addEventListener('resize', update)
      return () => {
        observer?.disconnect()
        window.removeEventListener('scroll', update)
        window.removeEventListener('resize', update)
      }
    },
    [update]
  )
  useLayoutEffect(() => {
    counted.current = count
    update()
  }, [count, update])

  useLayoutEffect(() => {
    // After a resize, the same cells stay in view.
    if (isResizing.current && view.geometry && view.geometry === geometry.current) {
      const top = list.current?.getBoundingClientRect().top
      if (anchor.current && top !== undefined)
        window.scrollBy({ top: top - topFor(view.geometry, anchor.current), behavior: 'instant' })
      isResizing.current = false
    }
  }, [view])

  const { start } = view.range
  const end = Math.min(view.range.end, count)
  const padding = view.geometry && paddingAround(view.geometry, { start, end }, count)
  const style: CSSProperties | undefined = padding
    ? { paddingTop: padding.before, paddingBottom: padding.after }
    : undefined
  const isAway = focused !== null && focused < count && (focused < start || focused >= end)
  return {
    /** Props of the list. Its children carry their index as `data-index`. */
    listProps: {
      ref,
      style,
      onFocus: (event: FocusEvent) => setFocused(indexOf(event.target)),
      onBlur: (event: FocusEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setFocused(null)
      },
    },
    range: { start: Math.min(start, end), end },
    /** The focused cell while it is out of view, with its absolute position. */
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

/** Returns the same object while nothing has changed. Null without a layout. */
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
