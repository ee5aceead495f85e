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
    <Button onPointerEnter={() => void FilterPanel.load()}>
      <SlidersHorizontal aria-hidden className="size-4" />
      Filters{' '}
      {count > 0 && (
        <span className="grid size-5 place-items-center rounded-full bg-accent text-xs text-on-accent tabular-nums">
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
