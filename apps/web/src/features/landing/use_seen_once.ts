import { useEffect, useRef, useState, type RefObject } from 'react'
import { isServerRender } from '#web/lib/server_render'

/** Whether the element has been in the viewport once. True without IntersectionObserver. */
export function useSeenOnce<T extends Element>(): [RefObject<T | null>, boolean] {
  const place = useRef<T>(null)
  const [isSeen, setIsSeen] = useState(() => !isServerRender && typeof IntersectionObserver === 'undefined')
  useEffect(() => {
    if (isSeen || !place.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setIsSeen(true)
      },
      { rootMargin: '0px 0px -20% 0px' }
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [isSeen])
  return [place, isSeen]
}
