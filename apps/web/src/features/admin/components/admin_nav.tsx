import { Link } from 'react-router-dom'
import { classNames } from '../../../lib/class_names.ts'

export interface AdminLink {
  label: string
  to: string
}

/** The ways between the rooms of the admins, below the head of each. */
export function AdminNav({ links, current }: { links: readonly AdminLink[]; current: string }) {
  return (
    <nav aria-label="Admin" className="mb-6 overflow-x-auto border-b border-line [scrollbar-width:none] sm:mb-8">
      <ul className="flex w-max gap-1">
        {links.map(({ label, to }) => (
          <li key={to}>
            <Link
              to={to}
              aria-current={to === current ? 'page' : undefined}
              className={classNames(
                'relative grid min-h-touch place-items-center px-3 text-ui font-semibold whitespace-nowrap transition-colors focus-visible:-outline-offset-2 max-[24rem]:px-1 max-[24rem]:text-sm',
                to === current
                  ? 'text-text after:absolute after:inset-x-1 after:bottom-0 after:h-0.5 after:rounded-full after:bg-accent-text'
                  : 'text-faint hover:text-text'
              )}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
