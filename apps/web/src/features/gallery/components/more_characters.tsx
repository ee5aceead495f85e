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
    <div ref={end} className="mt-10 flex flex-col items-center gap-4 text-center">
      <p role="status" className={hasFailed ? 'text-soft' : 'sr-only'}>
        {hasFailed && 'The next characters could not be loaded.'}
        {isLoading && 'Loading more characters'}
      </p>
      <Button isLoading={isLoading} onClick={onMore}>
        {hasFailed ? 'Try again' : 'Load more'}
      </Button>
    </div>
  )
}

/** After the last of a long list. */
export function EndOfCharacters() {
  return (
    <p className="mt-12 flex items-center gap-5 text-sm text-faint before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      You have seen everyone.
    </p>
  )
}
