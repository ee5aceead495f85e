import type { Sort } from '#modules/gallery/api'
import ArrowDownUp from 'lucide-react/icons/arrow-down-up'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { Button } from '#web/components/ui/button'
import { LazyMenu } from '#web/components/ui/lazy_menu'
import { lazyPart } from '#web/lib/lazy_part'

// The dropdown menu is a large library, so it loads on demand.
const SortMenu = lazyPart(async () => (await import('./sort_menu.tsx')).SortMenu)

const orders: readonly { value: Sort; label: string }[] = [
  { value: 'popular', label: 'Popular' },
  { value: 'trending', label: 'Trending' },
  { value: 'new', label: 'Newest' },
  { value: 'name', label: 'Name' },
]

export function GallerySort({ sort, onSort }: { sort: Sort; onSort: (sort: Sort) => void }) {
  const label = orders.find(({ value }) => value === sort)?.label
  const trigger = (
    <Button
      look="quiet"
      aria-label={`Sort by: ${label}`}
      className="max-sm:w-11 max-sm:rounded-full max-sm:px-0!"
      onPointerEnter={() => void SortMenu.load()}
    >
      <ArrowDownUp aria-hidden className="size-4" />
      <span className="max-sm:hidden">{label}</span>
      <ChevronDown aria-hidden className="size-4 max-sm:hidden" />
    </Button>
  )
  return (
    <LazyMenu trigger={trigger}>
      <SortMenu trigger={trigger} orders={orders} sort={sort} onSort={onSort} />
    </LazyMenu>
  )
}
