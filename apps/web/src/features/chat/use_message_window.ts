import { useCallback, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { guessHeight, MessageHeights } from './message_heights.ts'
import type { MessageStore } from './reply/message_store.ts'

/** Before anything is measured: more than a window shows. */
const firstDrawn = 12
/** So many windows above and below the view are drawn as well. */
const reachWindows = 1

interface Range {
  start: number
  end: number
}

interface MessageWindowOptions {
  store: MessageStore
  keys: readonly string[]
  scroller: RefObject<HTMLElement | null>
  list: RefObject<HTMLElement | null>
  startsAtEnd: boolean
  /** The view goes along with the end: it is not to be held in place. */
  isFollowing: RefObject<boolean>
  /** Drawn wherever the view is. */
  pinned: string | null
}

/**
 * Draws of a long list only the messages in view and a window's height above and below. What is not drawn keeps its room: measured
 * when it was drawn once, guessed before. Whatever turns out higher or lower, comes in above or goes, the message at the upper edge
 * of the view stays where it is. Where nothing can be measured, all are drawn.
 */
export function useMessageWindow(options: MessageWindowOptions) {
  const { store, keys, scroller, list, startsAtEnd, isFollowing, pinned } = options
  const [heights] = useState(
    () =>
      new MessageHeights((key) =>
        guessHeight(store.item(key)?.content.length ?? 0, (list.current?.clientWidth ?? 500) / 8.2)
      )
  )
  heights.show(keys)
  const [range, setRange] = useState<Range>(() =>
    startsAtEnd ? { start: Math.max(0, keys.length - firstDrawn), end: Infinity } : { start: 0, end: firstDrawn }
  )
  const [drawnOf, setDrawnOf] = useState(keys)
  if (drawnOf !== keys) {
    // Earlier ones came in above, or some have gone: the same messages stay drawn.
    setDrawnOf(keys)
    const shift = shiftOf(drawnOf, keys, range)
    if (shift !== 0) setRange({ start: range.start + shift, end: range.end + shift })
  }
  const latest = useRef({ keys, range })
  const anchor = useRef<{ key: string; top: number } | null>(null)

  /** From the beginning of what scrolls; in parts of pixels, or many small errors would add up to a jump. */
  const placeOf = useCallback(
    (element: Element) => {
      const box = scroller.current
      return box ? element.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop : 0
    },
    [scroller]
  )
  const drawn = useCallback(
    () => [...(list.current?.querySelectorAll<HTMLElement>(':scope > [data-key]') ?? [])],
    [list]
  )

  const measure = useCallback(() => {
    for (const element of drawn()) heights.measured(element.dataset.key ?? '', element.getBoundingClientRect().height)
  }, [drawn, heights])

  /** Remembers who is at the upper edge of the view. */
  const drop = useCallback(() => {
    const box = scroller.current
    if (!box) return
    const edge = box.getBoundingClientRect().top
    const first = drawn().find((element) => element.getBoundingClientRect().bottom > edge)
    anchor.current = first ? { key: first.dataset.key ?? '', top: placeOf(first) } : null
  }, [drawn, placeOf, scroller])

  /** Moves the view by as much as that one has moved. */
  const hold = useCallback(() => {
    const box = scroller.current
    if (!box || !anchor.current || isFollowing.current) return
    const { key, top } = anchor.current
    const element = drawn().find((its) => its.dataset.key === key)
    if (!element) return
    const moved = placeOf(element) - top
    if (Math.abs(moved) > 0.01) box.scrollTop += moved
  }, [drawn, isFollowing, placeOf, scroller])

  const rangeInView = useCallback((): Range => {
    const box = scroller.current
    const { keys } = latest.current
    if (!box || !list.current || box.clientHeight === 0) return everything
    const top = box.scrollTop - placeOf(list.current)
    const reach = box.clientHeight * reachWindows
    const first = heights.at(top - reach)
    const last = heights.at(top + box.clientHeight + reach)
    return { start: first, end: last === keys.length - 1 ? Infinity : last + 1 }
  }, [heights, list, placeOf, scroller])

  /** Draws what has come near the view. `isUrgent`: in this very frame, because what is in view is not drawn yet. */
  const look = useCallback(() => {
    const next = rangeInView()
    const { range, keys } = latest.current
    // Drawn a little longer than needed: or each step would take one away here and put one there.
    const slack = Math.max(4, Math.round((Math.min(next.end, keys.length) - next.start) / 4))
    const isEnough = range.start <= next.start && range.end >= next.end
    const isTooMuch = next.start - range.start > slack || Math.min(range.end, keys.length) - next.end > slack
    if (isEnough && !isTooMuch) return
    latest.current.range = next
    return next
  }, [rangeInView])

  const onScroll = useCallback(() => {
    const next = look()
    if (next) flushSync(() => setRange(next))
    drop()
  }, [drop, look])

  useLayoutEffect(() => {
    latest.current = { keys, range }
    measure()
    hold()
    const next = look()
    if (next) setRange(next)
    drop()
  }, [keys, range, pinned, measure, hold, look, drop])

  useLayoutEffect(() => {
    if (!list.current || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(() => {
      measure()
      hold()
      const next = look()
      if (next) setRange(next)
      drop()
    })
    observer.observe(list.current)
    return () => observer.disconnect()
  }, [list, measure, hold, look, drop])

  const start = Math.min(range.start, Math.max(0, keys.length - 1))
  const end = Math.min(range.end, keys.length)
  return useMemo(() => {
    const pinnedAt = pinned === null ? -1 : keys.indexOf(pinned)
    const indexes = Array.from({ length: Math.max(0, end - start) }, (_, at) => start + at)
    if (pinnedAt !== -1 && pinnedAt < start) indexes.unshift(pinnedAt)
    if (pinnedAt >= end) indexes.push(pinnedAt)
    return {
      /** Those to draw, in order. */
      indexes,
      isWhole: indexes.length === keys.length,
      /** The room of those between two that are drawn. */
      room: (from: number, to: number) => heights.top(to) - heights.top(from),
      onScroll,
    }
  }, [keys, start, end, pinned, heights, onScroll])
}

/** How much further down the first message still there stands that was drawn. */
function shiftOf(before: readonly string[], keys: readonly string[], { start, end }: Range): number {
  for (let index = start; index < Math.min(end, before.length); index += 1) {
    const now = keys.indexOf(before[index]!)
    if (now !== -1) return now - index
  }
  return 0
}

const everything: Range = { start: 0, end: Infinity }
