import { useEffect, useRef } from 'react'
import { Button } from './button.tsx'

interface LoadMoreProps {
  /** Plural, such as 'characters'. */
  itemsName: string
  isLoading: boolean
  hasFailed: boolean
  /** Only the button loads more, because content follows the list. */
  isManual?: boolean
  /** Must be stable between renders. */
  onMore: () => void
}

/** Loads the next page when it nears the viewport or when the button is pressed. After a failure only the button does. */
export function LoadMore({ itemsName, isLoading, hasFailed, isManual = false, onMore }: LoadMoreProps) {
  const end = useRef<HTMLDivElement>(null)
  const isWatching = !isManual && !isLoading && !hasFailed
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
        {hasFailed && `Couldn’t load more ${itemsName}.`}
        {isLoading && `Loading more ${itemsName}`}
      </p>
      <Button isLoading={isLoading} onClick={onMore}>
        {hasFailed ? 'Try again' : 'Load more'}
      </Button>
    </div>
  )
}
