import X from 'lucide-react/icons/x'
import type { MouseEvent } from 'react'
import { Link } from 'react-router-dom'
import { ChipLink } from '#web/components/ui/chip'
import { buttonClasses } from '#web/components/ui/button'
import { nextFocusTarget } from '#web/lib/next_focus_target'
import { galleryAddress, type CharacterFilter } from '../gallery_address.ts'

interface ActiveFiltersProps {
  filter: CharacterFilter
  /** Moves the focus elsewhere when the last chip disappears. */
  onEmpty: () => void
}

/** The search and the chosen filters, each with a link that removes it. The chips above show the category. */
export function ActiveFilters({ filter, onEmpty }: ActiveFiltersProps) {
  const active = activeFilters(filter)
  if (active.length === 0) return null
  const moveFocus = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const next = active.length > 1 ? nextFocusTarget(currentTarget) : null
    if (next) next.focus()
    else onEmpty()
  }
  return (
    <ul aria-label="Active filters" className="mb-5 flex flex-wrap items-center gap-2 sm:mb-6">
      {active.map(({ label, without }) => (
        <li key={label} className="max-w-full">
          <ChipLink
            to={galleryAddress({ ...filter, ...without })}
            replace
            preventScrollReset
            className="max-w-full"
            title={`Remove ${label}`}
            onClick={moveFocus}
          >
            <span className="truncate">
              {label} <span className="sr-only">, remove</span>
            </span>
            <X aria-hidden className="size-4 shrink-0" />
          </ChipLink>
        </li>
      ))}
      {(active.length > 1 || filter.category !== '') && (
        <li>
          <Link
            to={galleryAddress({ sort: filter.sort })}
            replace
            preventScrollReset
            className={buttonClasses('quiet')}
            onClick={onEmpty}
          >
            Clear all
          </Link>
        </li>
      )}
    </ul>
  )
}

interface ActiveFilter {
  label: string
  without: Partial<CharacterFilter>
}

function activeFilters({ q, tags, exclude, mine, liked }: CharacterFilter): ActiveFilter[] {
  const others = (all: string[], tag: string) => all.filter((other) => other !== tag)
  return [
    ...(q === '' ? [] : [{ label: `“${q}”`, without: { q: '' } }]),
    ...(mine ? [{ label: 'Mine', without: { mine: false } }] : []),
    ...(liked ? [{ label: 'Liked', without: { liked: false } }] : []),
    ...tags.map((tag) => ({ label: tag, without: { tags: others(tags, tag) } })),
    ...exclude.map((tag) => ({ label: `Not ${tag}`, without: { exclude: others(exclude, tag) } })),
  ]
}
