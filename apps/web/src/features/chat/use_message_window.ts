import { useCallback, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { estimateHeight, MessageOffsets } from './message_offsets.ts'
import type { MessageStore } from './reply/message_store.ts'

/** The number of messages that are rendered before anything is measured. It is more than a viewport shows. */
const initialCount = 12
/** The rendered height above and below the viewport, in viewport heights. */
const overscan = 1
const averageLetterWidth = 8.2

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
  /** Whether the view follows the end of the list. Then it isn't anchored. */
  isFollowing: RefObject<boolean>
  /** The key of a message that is always rendered. */
  pinned: string | null
}

/**
 * Renders only the messages in the viewport and one viewport height above and below. Spacers replace the
 * other messages, with their last measured height or an estimate. The topmost visible message is the scroll anchor. It keeps its
 * place when messages above it are resized, added or removed. Without a layout, as in jsdom, all messages are rendered.
 */
export function useMessageWindow(options: MessageWindowOptions) {
  const { store, keys, scroller, list, startsAtEnd, isFollowing, pinned } = options
  const [heights] = useState(() => new Map<string, number>())
  const offsets = useMemo(
    () =>
      new MessageOffsets(
        keys,
        (key) =>
          heights.get(key) ??
          estimateHeight(store.item(key)?.content.length ?? 0, (list.current?.clientWidth ?? 500) / averageLetterWidth)
      ),
    [keys, heights, store, list]
  )
  const [range, setRange] = useState<Range>(() =>
    startsAtEnd ? { start: Math.max(0, keys.length - initialCount), end: Infinity } : { start: 0, end: initialCount }
  )
  const [rangeKeys, setRangeKeys] = useState(keys)
  if (rangeKeys !== keys) {
    // The same messages stay rendered when others were added or removed above.
    setRangeKeys(keys)
    const shift = shiftOf(rangeKeys, keys, range)
    if (shift === null) setRange({ start: 0, end: initialCount })
    else if (shift !== 0) setRange({ start: range.start + shift, end: range.end + shift })
  }
  const latest = useRef({ keys, range, offsets })
  const anchor = useRef<{ key: string; offset: number } | null>(null)

  /** Returns the offset of an element in the scrolled content. Keeps fractions, because rounding errors would add up to a jump. */
  const offsetInScroller = useCallback(
    (element: Element) => {
      const box = scroller.current
      return box ? element.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop : 0
    },
    [scroller]
  )
  const rendered = useCallback(
    () => [...(list.current?.querySelectorAll<HTMLElement>(':scope > [data-key]') ?? [])],
    [list]
  )

  const measure = useCallback(() => {
    for (const element of rendered()) {
      const key = element.dataset.key ?? ''
      const { height } = element.getBoundingClientRect()
      if (heights.get(key) === height) continue
      heights.set(key, height)
      latest.current.offsets.invalidate(key)
    }
  }, [rendered, heights])

  const setAnchor = useCallback(() => {
    const box = scroller.current
    if (!box) return
    const edge = box.getBoundingClientRect().top
    const first = rendered().find((element) => element.getBoundingClientRect().bottom > edge)
    anchor.current = first ? { key: first.dataset.key ?? '', offset: offsetInScroller(first) } : null
  }, [rendered, offsetInScroller, scroller])

  /** Scrolls by the distance that the anchor has moved. */
  const restoreAnchor = useCallback(() => {
    const box = scroller.current
    if (!box || !anchor.current || isFollowing.current) return
    const { key, offset } = anchor.current
    const element = rendered().find(({ dataset }) => dataset.key === key)
    if (!element) return
    const moved = offsetInScroller(element) - offset
    if (Math.abs(moved) > 0.01) box.scrollTop += moved
  }, [rendered, isFollowing, offsetInScroller, scroller])

  const neededRange = useCallback((): Range => {
    const box = scroller.current
    const { keys, offsets } = latest.current
    if (!box || !list.current || box.clientHeight === 0) return everything
    const top = box.scrollTop - offsetInScroller(list.current)
    const margin = box.clientHeight * overscan
    const first = offsets.indexAt(top - margin)
    const last = offsets.indexAt(top + box.clientHeight + margin)
    return { start: first, end: last === keys.length - 1 ? Infinity : last + 1 }
  }, [list, offsetInScroller, scroller])

  /** Returns the range to render next, or undefined when the current range suffices. */
  const nextRange = useCallback(() => {
    const next = neededRange()
    const { range, keys } = latest.current
    // Keeps some extra messages, or each scroll step would remove one and add one.
    const slack = Math.max(4, Math.round((Math.min(next.end, keys.length) - next.start) / 4))
    const isEnough = range.start <= next.start && range.end >= next.end
    const isOversized = next.start - range.start > slack || Math.min(range.end, keys.length) - next.end > slack
    if (isEnough && !isOversized) return
    latest.current.range = next
    return next
  }, [neededRange])

  const onScroll = useCallback(() => {
    const next = nextRange()
    // Renders in this frame, because the viewport may show a spacer.
    if (next) flushSync(() => setRange(next))
    setAnchor()
  }, [setAnchor, nextRange])

  const update = useCallback(() => {
    measure()
    restoreAnchor()
    const next = nextRange()
    if (next) setRange(next)
    setAnchor()
  }, [measure, restoreAnchor, nextRange, setAnchor])

  useLayoutEffect(() => {
    latest.current = { keys, range, offsets }
    update()
  }, [keys, range, offsets, pinned, update])

  useLayoutEffect(() => {
    if (!list.current || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(update)
    observer.observe(list.current)
    return () => observer.disconnect()
  }, [list, update])

  const start = Math.max(0, Math.min(range.start, keys.length - 1))
  const end = Math.min(range.end, keys.length)
  return useMemo(() => {
    const pinnedAt = pinned === null ? -1 : keys.indexOf(pinned)
    const indexes = Array.from({ length: Math.max(0, end - start) }, (_, at) => start + at)
    if (pinnedAt !== -1 && pinnedAt < start) indexes.unshift(pinnedAt)
    if (pinnedAt >= end) indexes.push(pinnedAt)
    return {
      /** The messages to render, in order. */
      indexes,
      isWhole: indexes.length === keys.length,
      /** Returns the height of the messages from one index to another, exclusive. */
      heightBetween: (from: number, to: number) => offsets.offsetOf(to) - offsets.offsetOf(from),
      onScroll,
    }
  }, [keys, start, end, pinned, offsets, onScroll])
}

/** Returns the number of places that the first rendered message that still exists has moved in the list. Null if none exists. */
function shiftOf(before: readonly string[], keys: readonly string[], { start, end }: Range): number | null {
  for (let index = start; index < Math.min(end, before.length); index += 1) {
    const now = keys.indexOf(before[index]!)
    if (now !== -1) return now - index
  }
  return null
}

const everything: Range = { start: 0, end: Infinity }
