import { listSitePages } from '#modules/accounts/calls'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { callQuery } from '#web/lib/api_client'
import { screens } from '#web/screens'

/** Links to the pages that the operator has written. */
export function SiteLinks({ className }: { className?: string }) {
  const { data = [] } = useQuery(callQuery(listSitePages))
  if (data.length === 0) return null
  return (
    <nav aria-label="About this site" className={className}>
      <ul className="flex flex-wrap gap-x-5">
        {data.map(({ name }) => (
          <li key={name}>
            <Link
              to={screens[name].path}
              className="inline-flex min-h-touch items-center text-sm text-soft hover:text-text"
            >
              {screens[name].title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
