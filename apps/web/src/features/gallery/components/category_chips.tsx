import { chips } from '#modules/gallery/api'
import { Link } from 'react-router-dom'
import { classNames } from '../../../lib/class_names.ts'
import { galleryAddress } from '../gallery_address.ts'

export function CategoryChips({ q, category }: { q: string; category: string }) {
  return (
    <nav aria-label="Categories" className="-mx-4 overflow-x-auto px-4 [scrollbar-width:none] sm:mx-0 sm:px-0">
      <ul className="flex w-max gap-2 py-1 sm:w-auto sm:flex-wrap">
        {chips.map((chip) => {
          const isCurrent = chip.value.toLowerCase() === category.toLowerCase()
          return (
            <li key={chip.value}>
              <Link
                to={galleryAddress({ q, category: chip.value })}
                replace
                preventScrollReset
                aria-current={isCurrent ? 'true' : undefined}
                className={classNames(
                  'inline-flex min-h-touch min-w-touch items-center justify-center rounded-full border px-4 text-sm font-medium whitespace-nowrap transition-colors',
                  isCurrent
                    ? 'border-transparent bg-text text-bg'
                    : 'border-line bg-raised text-soft hover:border-line-strong hover:text-text'
                )}
              >
                {chip.label}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
