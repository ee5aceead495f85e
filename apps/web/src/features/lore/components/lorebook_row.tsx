import type { UsedLorebook } from '#modules/lore/api'
import BookMarked from 'lucide-react/icons/book-marked'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { Link } from 'react-router-dom'
import { Badge } from '#web/components/ui/badge'
import { IconButton } from '#web/components/ui/icon_button'
import { LazyMenu } from '#web/components/ui/lazy_menu'
import { countOf } from '#web/lib/count_of'
import { lazyPart } from '#web/lib/lazy_part'
import { screens } from '#web/screens'

const LorebookMenu = lazyPart(async () => (await import('./lorebook_menu.tsx')).LorebookMenu)

interface LorebookRowProps {
  book: UsedLorebook
  onDelete: (button: HTMLElement | null) => void
}

/** Returns a text with the characters that have a lorebook: 'Used by Mara Venn, Odo and 3 more'. */
export const usesOf = ({ usedBy: { characters, count } }: UsedLorebook): string => {
  if (count === 0) return 'Not used by any character'
  const names = characters.map(({ name }) => name)
  const more = count - names.length
  if (more > 0) return `Used by ${names.join(', ')} and ${more.toLocaleString('en')} more`
  return `Used by ${[names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' and ')}`
}

export function LorebookRow({ book, onDelete }: LorebookRowProps) {
  const menu = <IconButton label={`More for ${book.name}`} icon={<Ellipsis />} data-lorebook-menu={book.id} />
  return (
    <div className="relative flex items-center gap-3 p-3 transition-colors hover:bg-hover sm:gap-4 sm:p-4">
      <span
        aria-hidden
        className="grid size-11 shrink-0 place-items-center rounded-control bg-accent-soft text-accent-text max-sm:hidden"
      >
        <BookMarked className="size-5" />
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <Link
            to={screens.lorebook.href({ lorebookId: book.id })}
            dir="auto"
            className="truncate text-base font-semibold after:absolute after:inset-0 focus-visible:outline-offset-2"
          >
            {book.name}
          </Link>
          {book.alwaysOn && <Badge tone="accent">Always on</Badge>}
        </div>
        <p dir="auto" className="mt-0.5 line-clamp-2 text-sm break-words text-soft">
          {countOf(book.entryCount, 'entry', 'entries')} · {usesOf(book)}
        </p>
      </div>
      <span className="relative shrink-0">
        <LazyMenu trigger={menu}>
          <LorebookMenu
            id={book.id}
            trigger={menu}
            onDelete={() => onDelete(document.querySelector(`[data-lorebook-menu="${book.id}"]`))}
          />
        </LazyMenu>
      </span>
    </div>
  )
}
