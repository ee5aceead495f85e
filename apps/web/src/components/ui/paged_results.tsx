import { useCallback, type ReactNode } from 'react'
import { classNames } from '../../lib/class_names.ts'
import { LoadMore } from './load_more.tsx'

interface PagedResultsProps {
  /** Of `useInfiniteQuery`. */
  list: {
    /** What shows was asked for before; what is asked for now is on its way. */
    isPlaceholderData: boolean
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    fetchNextPage: () => Promise<unknown>
  }
  /** So many are loaded. */
  count: number
  /** What one of them is called, and several. */
  thing: string
  things: string
  /** Only the button asks for more: something stands below the list. */
  isManual?: boolean
  className?: string
  /** After the last of them. */
  end?: ReactNode
  children: ReactNode
}

/** What was found, and the way to the next page. It fades while something else is asked for, and says how many there are. */
export function PagedResults({
  list,
  count,
  thing,
  things,
  isManual: isByHand,
  className,
  end = null,
  children,
}: PagedResultsProps) {
  const { isPlaceholderData, fetchNextPage } = list
  const showMore = useCallback(() => void fetchNextPage(), [fetchNextPage])
  return (
    <div
      aria-busy={isPlaceholderData}
      className={classNames('transition-opacity', className, isPlaceholderData && 'opacity-50')}
    >
      <p role="status" className="sr-only">
        {!isPlaceholderData && `${count} ${count === 1 ? thing : things} shown`}
      </p>
      {children}
      {list.hasNextPage
        ? !isPlaceholderData && (
            <LoadMore
              itemsName={things}
              isManual={isByHand}
              isLoading={list.isFetchingNextPage}
              hasFailed={list.isFetchNextPageError}
              onMore={showMore}
            />
          )
        : end}
    </div>
  )
}
