import { useCallback, type ReactNode } from 'react'
import { classNames } from '#web/lib/class_names'
import { countOf } from '#web/lib/count_of'
import { LoadMore } from './load_more.tsx'

interface PagedResultsProps {
  /** The result of `useInfiniteQuery`. */
  list: {
    /** The shown results belong to the previous search. */
    isPlaceholderData: boolean
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    fetchNextPage: () => Promise<unknown>
  }
  /** The number of loaded items. */
  count: number
  /** Singular and plural names of an item. */
  itemName: string
  itemsName: string
  /** Only the button loads more, because content follows the list. */
  isManual?: boolean
  className?: string
  /** Shown after the last item. */
  end?: ReactNode
  children: ReactNode
}

/** Paged results with a status for screen readers. Fades while a new search loads. */
export function PagedResults({
  list,
  count,
  itemName,
  itemsName,
  isManual,
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
        {!isPlaceholderData && `${countOf(count, itemName, itemsName)} shown`}
      </p>
      {children}
      {list.hasNextPage
        ? !isPlaceholderData && (
            <LoadMore
              itemsName={itemsName}
              isManual={isManual}
              isLoading={list.isFetchingNextPage}
              hasFailed={list.isFetchNextPageError}
              onMore={showMore}
            />
          )
        : end}
    </div>
  )
}
