import { BorderedList } from './bordered_list.tsx'
import { Loading, Skeleton } from './skeleton.tsx'

const count = 5

interface SkeletonRowsProps {
  label: string
  /** The classes of the mark at the start of each row. */
  mark: string
  /** The classes of each line of a row. */
  lines: readonly string[]
}

/** Placeholders of a list under the name of a day. */
export function SkeletonRows({ label, mark, lines }: SkeletonRowsProps) {
  return (
    <Loading label={label}>
      <Skeleton className="mx-4 mb-2.5 h-5 w-20 sm:mx-5" />
      <BorderedList>
        {Array.from({ length: count }, (_, index) => (
          <li key={index} className="flex gap-4 p-4 sm:px-5">
            <Skeleton className={mark} />
            <div className="grid flex-1 gap-2">
              {lines.map((line, index) => (
                <Skeleton key={index} className={line} />
              ))}
            </div>
          </li>
        ))}
      </BorderedList>
    </Loading>
  )
}
