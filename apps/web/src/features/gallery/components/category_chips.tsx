import { chips as allChips } from '#modules/gallery/api'
import { useQuery } from '@tanstack/react-query'
import X from 'lucide-react/icons/x'
import { ChipLink } from '#web/components/ui/chip'
import { ScrollRow } from '#web/components/ui/scroll_row'
import { Skeleton } from '#web/components/ui/skeleton'
import { galleryAddress, type CharacterFilter } from '../gallery_address.ts'
import { chipsQuery } from '../list_queries.ts'

const skeletonWidths = ['w-14', 'w-24', 'w-20', 'w-22', 'w-24', 'w-26', 'w-20', 'w-24']

/** A scrollable row of category chips. A category from the URL without a chip comes first, as a removable chip. */
export function CategoryChips({ filter, className }: { filter: CharacterFilter; className?: string }) {
  const { category } = filter
  const { data, isError } = useQuery(chipsQuery())
  const chips = data ?? (isError ? allChips : null)
  const isCurrent = (value: string) => value.toLowerCase() === category.toLowerCase()
  return (
    <nav aria-label="Categories" className={className}>
      {chips ? (
        <ScrollRow current={category} isOneStop className={rowClasses} buttonClassName="top-1">
          {!chips.some(({ value }) => isCurrent(value)) && (
            <li className="max-w-64 shrink-0">
              <ChipLink
                to={galleryAddress({ ...filter, category: '' })}
                replace
                preventScrollReset
                isCurrent
                title={`Remove ${category}`}
              >
                <span className="truncate">
                  {category} <span className="sr-only">, remove</span>
                </span>
                <X aria-hidden className="size-4 shrink-0" />
              </ChipLink>
            </li>
          )}
          {chips.map(({ value, label, isEmpty = false }) => (
            <li key={value} className="shrink-0">
              <ChipLink
                to={galleryAddress({ ...filter, category: value })}
                replace
                preventScrollReset
                isCurrent={isCurrent(value)}
                className={isEmpty && !isCurrent(value) ? 'border-dashed bg-transparent text-faint' : undefined}
              >
                {label}
                {isEmpty && <span className="sr-only">, no characters</span>}
              </ChipLink>
            </li>
          ))}
        </ScrollRow>
      ) : (
        <div className={`flex overflow-clip ${rowClasses}`}>
          {skeletonWidths.map((width, index) => (
            <Skeleton key={index} className={`h-11 shrink-0 rounded-full ${width}`} />
          ))}
        </div>
      )}
    </nav>
  )
}

const rowClasses = 'scroll-px-14 gap-1.5 px-4 py-1 sm:-mx-1 sm:gap-2 sm:px-1'
