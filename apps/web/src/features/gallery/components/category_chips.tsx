import { chips } from '#modules/gallery/api'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import X from 'lucide-react/icons/x'
import { useLayoutEffect, type ReactNode } from 'react'
import { ChipLink } from '#web/components/ui/chip'
import { buttonClasses } from '#web/components/ui/button'
import { classNames } from '#web/lib/class_names'
import { useMediaQuery } from '#web/lib/use_media_query'
import { useScrollEdges } from '#web/lib/use_scroll_edges'
import type { CharacterFilter } from '../api/list_characters.ts'
import { galleryAddress } from '../gallery_address.ts'

/** A scrollable row of category chips. A tag from the URL comes first as a removable chip. */
export function CategoryChips({ filter }: { filter: CharacterFilter }) {
  const { category } = filter
  const { ref, box, hasBefore, hasAfter } = useScrollEdges<HTMLUListElement>('x')
  const isCurrent = (value: string) => value.toLowerCase() === category.toLowerCase()
  const isTag = !chips.some((chip) => isCurrent(chip.value))

  useLayoutEffect(() => {
    // Scrolls the current chip into view.
    const chosen = box.current?.querySelector('[aria-current]')?.parentElement
    if (!box.current || !chosen) return
    const { offsetLeft, offsetWidth } = chosen
    const { scrollLeft, clientWidth } = box.current
    const isInView = offsetLeft >= scrollLeft + fadePx && offsetLeft + offsetWidth <= scrollLeft + clientWidth - fadePx
    if (!isInView) box.current.scrollLeft = offsetLeft - (clientWidth - offsetWidth) / 2
  }, [box, category])

  const isReduced = useMediaQuery('(prefers-reduced-motion: reduce)')
  const scroll = (direction: -1 | 1) =>
    box.current?.scrollBy({
      left: direction * box.current.clientWidth * 0.7,
      behavior: isReduced ? 'instant' : 'smooth',
    })

  return (
    <nav aria-label="Categories" className="relative -mx-4 sm:mx-0">
      <ul
        ref={ref}
        style={{ maskImage: fade(hasBefore, hasAfter) }}
        className="relative flex scroll-px-14 gap-2 overflow-x-auto overscroll-x-contain px-4 py-1 [scrollbar-width:none] sm:-mx-1 sm:px-1"
      >
        {isTag && (
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
        {chips.map((chip) => (
          <li key={chip.value} className="shrink-0">
            <ChipLink
              to={galleryAddress({ ...filter, category: chip.value })}
              replace
              preventScrollReset
              isCurrent={isCurrent(chip.value)}
            >
              {chip.label}
            </ChipLink>
          </li>
        ))}
      </ul>
      {hasBefore && (
        <ScrollButton side="left-0" onClick={() => scroll(-1)}>
          <ChevronLeft className="size-5" />
        </ScrollButton>
      )}
      {hasAfter && (
        <ScrollButton side="right-0" onClick={() => scroll(1)}>
          <ChevronRight className="size-5" />
        </ScrollButton>
      )}
    </nav>
  )
}

/** Scrolls the row for mouse users. Touch users swipe, and keyboard users move from chip to chip. */
function ScrollButton({ side, onClick, children }: { side: string; onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-hidden
      tabIndex={-1}
      // Hidden from screen readers, so it must not take the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
      className={classNames(buttonClasses('quiet', true), 'absolute top-1 hidden pointer-fine:grid', side)}
    >
      {children}
    </button>
  )
}

const fadePx = 48

function fade(hasBefore: boolean, hasAfter: boolean): string | undefined {
  if (!hasBefore && !hasAfter) return undefined
  const start = hasBefore ? `transparent ${fadePx * 0.75}px, #000 ${fadePx * 1.5}px` : '#000 0'
  const end = hasAfter
    ? `#000 calc(100% - ${fadePx * 1.5}px), transparent calc(100% - ${fadePx * 0.75}px)`
    : '#000 100%'
  return `linear-gradient(to right, ${start}, ${end})`
}
