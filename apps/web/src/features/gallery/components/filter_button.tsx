import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { Button } from '#web/components/ui/button'
import { LazyMenu } from '#web/components/ui/lazy_menu'
import { lazyPart } from '#web/lib/lazy_part'
import type { CharacterFilter } from '../gallery_address.ts'

const FilterPanel = lazyPart(async () => (await import('./filter_panel.tsx')).FilterPanel)

interface FilterButtonProps {
  filter: CharacterFilter
  onChange: (change: Partial<CharacterFilter>) => void
}

/** A button that opens the filters that have no chip. */
export function FilterButton({ filter, onChange }: FilterButtonProps) {
  const { tags, exclude, mine, liked } = filter
  const count = tags.length + exclude.length + Number(mine) + Number(liked)
  const trigger = (
    <Button
      className="relative max-sm:w-11 max-sm:rounded-full max-sm:border-transparent max-sm:bg-transparent max-sm:px-0!"
      onPointerEnter={() => void FilterPanel.load()}
    >
      <SlidersHorizontal aria-hidden className="size-4" />
      <span className="max-sm:sr-only">Filters</span>{' '}
      {count > 0 && (
        <span className="grid size-5 place-items-center rounded-full bg-accent text-xs text-on-accent tabular-nums max-sm:absolute max-sm:top-0 max-sm:right-0">
          {count} <span className="sr-only">active</span>
        </span>
      )}
    </Button>
  )
  return (
    <LazyMenu trigger={trigger} popup="dialog">
      <FilterPanel trigger={trigger} filter={filter} onChange={onChange} />
    </LazyMenu>
  )
}
