import { useEffect, useRef } from 'react'
import { Button } from '../../../components/ui/button.tsx'

interface MoreCharactersProps {
  isLoading: boolean
  hasFailed: boolean
  onMore: () => void
}

/** Asks for the next page when it comes near the view; the button does the same by hand, and after a failure only by hand. */
export function MoreCharacters({ isLoading, hasFailed, onMore }: MoreCharactersProps) {
  const end = useRef<HTMLDivElement>(null)
  const isWatching = !isLoading && !hasFailed
  useEffect(() => {
    if (!isWatching || !end.current || typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && onMore(), {
      rootMargin: '600px',
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [isWatching, onMore])

  return (
    <div ref={end} className="mt-8 flex flex-col items-center gap-3">
      {hasFailed && <p className="text-soft">The next characters could not be loaded.</p>}
      <Button disabled={isLoading} onClick={onMore}>
        {isLoading ? 'Loading...' : 'Load more'}
      </Button>
    </div>
  )
}
