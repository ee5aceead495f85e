import { BorderedList } from '#web/components/ui/bordered_list'
import { Loading, Skeleton } from '#web/components/ui/skeleton'

/** Rows of two lines while a list is loading. */
export function RowsSkeleton({ label }: { label: string }) {
  return (
    <Loading label={label}>
      <BorderedList>
        {Array.from({ length: 5 }, (_, index) => (
          <li key={index} className="grid gap-2 px-4 py-4 sm:px-5">
            <Skeleton className="h-4 w-1/2" />
            <Skeleton className="h-3 w-1/3" />
          </li>
        ))}
      </BorderedList>
    </Loading>
  )
}
