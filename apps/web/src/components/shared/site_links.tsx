import { listSitePages } from '#modules/accounts/calls'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { callQuery } from '#web/lib/api_client'
import { screens } from '#web/screens'

/** Links to the pages that the operator has written, and to the form for complaints. */
export function SiteLinks({ className }: { className?: string }) {
  const { data: pages = [] } = useQuery(callQuery(listSitePages))
  return (
    <nav aria-label="About this site" className={className}>
      <ul className="flex flex-wrap gap-x-5">
        {[...pages.map(({ name }) => screens[name]), screens.report].map(({ path, title }) => (
          <li key={path}>
            <Link to={path} className="inline-flex min-h-touch items-center text-sm text-soft hover:text-text">
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
