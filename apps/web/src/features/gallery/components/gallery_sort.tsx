import ArrowDownUp from 'lucide-react/icons/arrow-down-up'
import ChevronDown from 'lucide-react/icons/chevron-down'
import type { Sort } from '../api/list_characters.ts'

const options: readonly { value: Sort; label: string }[] = [
  { value: 'popular', label: 'Popular' },
  { value: 'new', label: 'Newest' },
  { value: 'name', label: 'Name' },
]

export function GallerySort({ sort, onSort }: { sort: Sort; onSort: (sort: Sort) => void }) {
  return (
    <span className="relative inline-flex items-center text-soft transition-colors hover:text-text">
      <ArrowDownUp aria-hidden className="pointer-events-none absolute left-2.5 size-4" />
      <select
        aria-label="Sort by"
        value={sort}
        onChange={(event) => onSort(event.target.value as Sort)}
        className="h-11 appearance-none rounded-full bg-transparent pr-8 pl-8.5 text-sm font-medium transition-colors hover:bg-hover [&>option]:bg-float [&>option]:text-text"
      >
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden className="pointer-events-none absolute right-2.5 size-4" />
    </span>
  )
}
