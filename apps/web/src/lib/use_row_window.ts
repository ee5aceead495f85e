import { useCallback, useLayoutEffect, useRef, useState, type CSSProperties, type FocusEvent } from 'react'
import {
  anchorOf,
  paddingAround,
  positionOf,
  topFor,
  visibleCells,
  type Anchor,
  type CellRange,
  type GridGeometry,
} from './row_window.ts'

/** Shorter grids are rendered whole, so that the browser's search finds everything. */
const unwindowedMax = 60

/**
 * Renders only the rows of a long grid in the viewport and one viewport height above and below. All cells must have the
 * same height. The focused cell stays rendered. Without a layout, as in jsdom, all cells are rendered.
 */
export function useRowWindow(count: number) {
  const list = useRef<HTMLUListElement | null>(null)
  const geometry = useRef<GridGeometry | null>(null)
  const latestCount = useRef(count)
  const anchor = useRef<Anchor | null>(null)
  const isReflowing = useRef(false)
  const [view, setView] = useState<{ geometry: GridGeometry | null; range: CellRange }>({
    geometry: null,
    range: { start: 0, end: unwindowedMax },
  })
  const [focused, setFocused] = useState<number | null>(null)

  const update = useCallback((isSameSize: boolean) => {
    if (!list.current) return
    const before = geometry.current
    // Reading styles at every scroll event takes longer than the rest.
    const now = isSameSize && before !== null ? before : measure(list.current, before)
    geometry.current = now
    const { top } = list.current.getBoundingClientRect()
    const range =
      now && latestCount.current > unwindowedMax
        ? visibleCells(now, {
            top,
            windowHeight: window.innerHeight,
            overscan: window.innerHeight,
            count: latestCount.current,
          })
        : { start: 0, end: Infinity }
    setView((last) =>
      last.geometry === now && last.range.start === range.start && last.range.end === range.end
        ? last
        : { geometry: now, range }
    )
    if (before && before !== now) isReflowing.current = true
    // Until the new rows are rendered, the old anchor counts.
    if (now && !isReflowing.current) anchor.current = anchorOf(now, top)
  }, [])

  const ref = useCallback(
    (element: HTMLUListElement | null) => {
      list.current = element
      if (!element) return
      const onResize = () => update(false)
      const onScroll = () => update(true)
      onResize()
      const observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(onResize)
      observer?.observe(element)
      window.addEventListener('scroll', onScroll, { passive: true })
      window.addEventListener('resize', onResize)
      return () => {
        observer?.disconnect()
        window.removeEventListener('scroll', onScroll)
        window.removeEventListener('resize', onResize)
      }
    },
    [update]
  )
  useLayoutEffect(() => {
    latestCount.current = count
    update(false)
  }, [count, update])

  useLayoutEffect(() => {
    // After a resize, the first visible cell stays in the viewport.
    if (isReflowing.current && view.geometry && view.geometry === geometry.current) {
      const top = list.current?.getBoundingClientRect().top
      if (anchor.current && top !== undefined)
        window.scrollBy({ top: top - topFor(view.geometry, anchor.current), behavior: 'instant' })
      isReflowing.current = false
    }
  }, [view])

  const { start } = view.range
  const end = Math.min(view.range.end, count)
  const padding = view.geometry && paddingAround(view.geometry, { start, end }, count)
  const style: CSSProperties | undefined = padding
    ? { paddingTop: padding.before, paddingBottom: padding.after }
    : undefined
  const isOutside = focused !== null && focused < count && (focused < start || focused >= end)
  return {
    /** For the list. Its children must have `data-index`. */
    listProps: {
      ref,
      style,
      onFocus: (event: FocusEvent) => setFocused(indexOf(event.target)),
      onBlur: (event: FocusEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setFocused(null)
      },
    },
    range: { start: Math.min(start, end), end },
    /** The focused cell outside the range, and its style. */
    focusedOutside: isOutside && view.geometry ? { index: focused, style: outsideStyle(view.geometry, focused) } : null,
  }
}

function indexOf(element: Element): number | null {
  const index = element.closest<HTMLElement>('[data-index]')?.dataset.index
  return index === undefined ? null : Number(index)
}

const outsideStyle = (geometry: GridGeometry, index: number): CSSProperties => ({
  position: 'absolute',
  ...positionOf(geometry, index),
})

/** Returns `last` when nothing has changed. Null without a layout. */
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
