import type { ReactNode } from 'react'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { Link } from 'react-router-dom'
import { BorderedList } from '#web/components/ui/bordered_list'
import { PageHeader } from '#web/components/ui/page_header'

interface LibraryLink {
  label: string
  text: string
  to: string
  icon: ReactNode
}

/** The places of everything that a user has made or brought along. */
export function LibraryScreen({ links }: { links: readonly LibraryLink[] }) {
  return (
    <div className="mx-auto w-full max-w-3xl px-4 pt-6 pb-20 sm:px-6 sm:pt-12">
      <PageHeader title="Library" lead="Everything you created or imported." />
      <BorderedList label="Library">
        {links.map(({ label, text, to, icon }) => (
          <li key={to} className="relative flex items-center gap-4 p-4 transition-colors hover:bg-hover sm:p-5">
            <span
              aria-hidden
              className="grid size-11 shrink-0 place-items-center rounded-panel bg-accent-soft text-accent-text [&>svg]:size-5"
            >
              {icon}
            </span>
            <div className="min-w-0 flex-1">
              <h2 className="font-semibold">
                <Link to={to} className="after:absolute after:inset-0">
                  {label}
                </Link>
              </h2>
              <p className="mt-0.5 text-ui text-pretty text-soft">{text}</p>
            </div>
            <ChevronRight aria-hidden className="size-5 shrink-0 text-faint" />
          </li>
        ))}
      </BorderedList>
    </div>
  )
}
