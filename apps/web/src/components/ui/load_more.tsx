import { useEffect, useRef } from 'react'
import { Button } from './button.tsx'

interface LoadMoreProps {
  /** What the list is of: 'characters'. */
  itemsName: string
  isLoading: boolean
  hasFailed: boolean
  /** Only the button asks: something stands below the list. */
  isManual?: boolean
  /** Keep its identity. */
  onMore: () => void
}

/** Asks for the next page when it comes near the view; the button does the same by hand, and after a failure only by hand. */
export function LoadMore({
  itemsName: things,
  isLoading,
  hasFailed,
  isManual: isByHand = false,
  onMore,
}: LoadMoreProps) {
  const end = useRef<HTMLDivElement>(null)
  const isWatching = !isByHand && !isLoading && !hasFailed
  useEffect(() => {
    if (!isWatching || !end.current || typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && onMore(), {
      rootMargin: '600px',
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [isWatching, onMore])

  return (
    <div ref={end} className="mt-10 flex flex-col items-center gap-4 text-center">
      <p role="status" className={hasFailed ? 'text-soft' : 'sr-only'}>
        {hasFailed && `The next ${things} could not be loaded.`}
        {isLoading && `Loading more ${things}`}
      </p>
      <Button isLoading={isLoading} onClick={onMore}>
        {hasFailed ? 'Try again' : 'Load more'}
      </Button>
    </div>
  )
}
