import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** Scrolling down to within this distance of the end counts as reaching it. */
const nearPx = 56
/** The part of the padding below the last message that the growing composer may cover. */
const slackPx = 12
/** The maximum distance by which the view lags behind a growing text. The last line stays above the fade of 24 px. */
const growingLagPx = 32
/** The share of the remaining distance that one frame covers. */
const easing = 0.22

const distanceToEnd = (element: HTMLElement) => element.scrollHeight - element.clientHeight - element.scrollTop

/**
 * Follows the end of a growing list while the user is there. Any scroll upwards stops following, and reaching the end
 * resumes it. Without `hasEnd`, the list goes on below what is loaded, and isn't followed.
 */
export function useFollowEnd(
  scroller: RefObject<HTMLElement | null>,
  { startsAtEnd, hasEnd }: { startsAtEnd: boolean; hasEnd: boolean }
) {
  const canFollow = useRef(hasEnd)
  const isFollowing = useRef(startsAtEnd)
  const [isAtEnd, setIsAtEnd] = useState(true)
  const last = useRef({ top: 0, height: 0 })
  const frame = useRef(0)
  const isTouched = useRef(false)

  const setTop = (element: HTMLElement, top: number) => {
    element.scrollTop = top
    last.current.top = element.scrollTop
  }

  /** Scrolls to the end over a few frames, or at once if it is far or motion is reduced. The first frame leaves at most `lagPx`. */
  const follow = useCallback(
    (lagPx = Infinity) => {
      cancelAnimationFrame(frame.current)
      const step = () => {
        const element = scroller.current
        if (!element || !isFollowing.current || isTouched.current) return
        const left = distanceToEnd(element)
        if (left <= 0.5) return
        const isInstant = left > element.clientHeight || prefersReducedMotion()
        setTop(element, element.scrollTop + (isInstant ? left : Math.max(1, left * easing, left - lagPx)))
        if (distanceToEnd(element) > 0.5) frame.current = requestAnimationFrame(step)
      }
      step()
    },
    [scroller]
  )

  const stopFollowing = useCallback(() => {
    if (!isFollowing.current) return
    isFollowing.current = false
    cancelAnimationFrame(frame.current)
    if (scroller.current) setIsAtEnd(distanceToEnd(scroller.current) <= nearPx)
  }, [scroller])

  /** Scrolls to the end at once and follows it. */
  const scrollToEnd = useCallback(() => {
    isFollowing.current = true
    setIsAtEnd(true)
    const element = scroller.current
    if (element) setTop(element, element.scrollHeight)
  }, [scroller])

  /** Scrolls to the end and follows it, animating the last part of the way. */
  const glideToEnd = useCallback(() => {
    isFollowing.current = true
    setIsAtEnd(true)
    const element = scroller.current
    if (!element) return
    setTop(element, Math.max(element.scrollTop, element.scrollHeight - element.clientHeight * 1.6))
    follow()
  }, [follow, scroller])

  useLayoutEffect(() => {
    canFollow.current = hasEnd
    if (!hasEnd) stopFollowing()
  }, [hasEnd, stopFollowing])

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
      const left = distanceToEnd(element)
      if (left <= 2 || (isDown && left <= nearPx)) isFollowing.current = canFollow.current
      else if (isUp) isFollowing.current = false
      setIsAtEnd(isFollowing.current || left <= nearPx)
    }
    // The scroll event is too late, because a view that follows the end would override the first turn of the wheel.
    const onWheel = (event: WheelEvent) => {
      if (event.deltaY < 0 && element.scrollTop > 0) stopFollowing()
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.target === element && ['ArrowUp', 'PageUp', 'Home'].includes(event.key)) stopFollowing()
    }
    const onTouchEnd = (event: TouchEvent) => {
      isTouched.current = event.touches.length > 0
      if (!isTouched.current && isFollowing.current) follow()
    }
    const unmount = new AbortController()
    const options = { passive: true, signal: unmount.signal }
    element.addEventListener('scroll', onScroll, options)
    element.addEventListener('wheel', onWheel, options)
    element.addEventListener('keydown', onKeyDown, options)
    element.addEventListener('touchstart', () => (isTouched.current = true), options)
    element.addEventListener('touchend', onTouchEnd, options)
    element.addEventListener('touchcancel', onTouchEnd, options)

    const observer = new ResizeObserver(() => {
      const hasSameHeight = element.clientHeight === last.current.height
      last.current.height = element.clientHeight
      if (!isFollowing.current) setIsAtEnd(distanceToEnd(element) <= nearPx)
      else if (hasSameHeight) follow(growingLagPx)
      // The composer has grown or a keyboard has appeared. Moves the text only as far as needed.
      else if (distanceToEnd(element) > slackPx) setTop(element, element.scrollTop + distanceToEnd(element) - slackPx)
    })
    observer.observe(content)
    observer.observe(element)
    return () => {
      cancelAnimationFrame(frame.current)
      observer.disconnect()
      unmount.abort()
    }
  }, [follow, stopFollowing, scroller])

  return { isAtEnd, isFollowing, scrollToEnd, glideToEnd, stopFollowing }
}

const prefersReducedMotion = () => window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false
