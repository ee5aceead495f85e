import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'

/** Nearer to the end than this, going down, counts as being there. */
const nearPx = 56
/** The room below the last message: so much of the window may go to the field below before the text has to move. */
const slackPx = 12
/** Of the way to the end, what is gone in one frame. */
const pace = 0.22

const gap = (element: HTMLElement) => element.scrollHeight - element.clientHeight - element.scrollTop

/**
 * Keeps the reader's place in a list that grows. At the end, the view follows; anywhere else nothing moves, whatever comes
 * in above or below. The reader leaves the end by going up, however little, and is back by reaching it.
 */
export function useReadingPlace(scroller: RefObject<HTMLElement | null>, startsAtEnd: boolean) {
  const isFollowing = useRef(startsAtEnd)
  const [isAtEnd, setIsAtEnd] = useState(true)
  const last = useRef({ top: 0, height: 0 })
  const frame = useRef(0)
  const isTouched = useRef(false)

  const set = (element: HTMLElement, top: number) => {
    element.scrollTop = top
    last.current.top = element.scrollTop
  }

  /** Goes to the end, in a few frames when it is near. */
  const follow = useCallback(() => {
    cancelAnimationFrame(frame.current)
    const step = () => {
      const element = scroller.current
      if (!element || !isFollowing.current || isTouched.current) return
      const left = gap(element)
      if (left <= 0.5) return
      const isCalm = left > element.clientHeight || prefersStillness()
      set(element, element.scrollTop + (isCalm ? left : Math.max(1, left * pace)))
      if (gap(element) > 0.5) frame.current = requestAnimationFrame(step)
    }
    step()
  }, [scroller])

  const leave = useCallback(() => {
    if (!isFollowing.current) return
    isFollowing.current = false
    cancelAnimationFrame(frame.current)
    if (scroller.current) setIsAtEnd(gap(scroller.current) <= nearPx)
  }, [scroller])

  /** At once, and to stay. */
  const toEnd = useCallback(() => {
    isFollowing.current = true
    setIsAtEnd(true)
    const element = scroller.current
    if (element) set(element, element.scrollHeight)
  }, [scroller])

  /** The same for the eye to follow, when it is not too far. */
  const glideToEnd = useCallback(() => {
    isFollowing.current = true
    setIsAtEnd(true)
    const element = scroller.current
    if (!element) return
    set(element, Math.max(element.scrollTop, element.scrollHeight - element.clientHeight * 1.6))
    follow()
  }, [follow, scroller])

  useEffect(() => {
    const element = scroller.current
    const content = element?.firstElementChild
    if (!element || !content || typeof ResizeObserver === 'undefined') return
    last.current = { top: element.scrollTop, height: element.clientHeight }

    const onScroll = () => {
      const { scrollTop } = element
      const isUp = scrollTop < last.current.top - 0.5
      const isDown = scrollTop > last.current.top + 0.5
      last.current.top = scrollTop
      const left = gap(element)
      if (left <= 2 || (isDown && left <= nearPx)) isFollowing.current = true
      else if (isUp) isFollowing.current = false
      setIsAtEnd(isFollowing.current || left <= nearPx)
    }
    // Said before the view moves: a view that is being moved to the end would win against the first touch of a wheel.
    const onWheel = (event: WheelEvent) => {
      if (event.deltaY < 0 && element.scrollTop > 0) leave()
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.target === element && ['ArrowUp', 'PageUp', 'Home'].includes(event.key)) leave()
    }
    const onTouchStart = () => {
      isTouched.current = true
    }
    const onTouchEnd = (event: TouchEvent) => {
      isTouched.current = event.touches.length > 0
      if (!isTouched.current && isFollowing.current) follow()
    }
    element.addEventListener('scroll', onScroll, { passive: true })
    element.addEventListener('wheel', onWheel, { passive: true })
    element.addEventListener('keydown', onKeyDown)
    element.addEventListener('touchstart', onTouchStart, { passive: true })
    element.addEventListener('touchend', onTouchEnd, { passive: true })
    element.addEventListener('touchcancel', onTouchEnd, { passive: true })

    const observer = new ResizeObserver(() => {
      const isSameWindow = element.clientHeight === last.current.height
      last.current.height = element.clientHeight
      if (!isFollowing.current) setIsAtEnd(gap(element) <= nearPx)
      else if (isSameWindow) follow()
      // The field below has grown, or a keyboard came up: the text gives way only as far as it must to stay in view.
      else if (gap(element) > slackPx) set(element, element.scrollTop + gap(element) - slackPx)
    })
    observer.observe(content)
    observer.observe(element)
    return () => {
      cancelAnimationFrame(frame.current)
      observer.disconnect()
      element.removeEventListener('scroll', onScroll)
      element.removeEventListener('wheel', onWheel)
      element.removeEventListener('keydown', onKeyDown)
      element.removeEventListener('touchstart', onTouchStart)
      element.removeEventListener('touchend', onTouchEnd)
      element.removeEventListener('touchcancel', onTouchEnd)
    }
  }, [follow, leave, scroller])

  return { isAtEnd, isFollowing, toEnd, glideToEnd }
}

const prefersStillness = () => window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false
