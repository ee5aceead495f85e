import type { User } from '#modules/accounts/api'
import { getSitePage } from '#modules/accounts/calls'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router-dom'
import { LoadFailed } from '#web/components/ui/load_failed'
import { PageSpinner } from '#web/components/ui/page_spinner'
import { SitePageScreen } from '#web/features/accounts/screens/site_page_screen'
import { callQuery } from '#web/lib/api_client'
import { isStatus } from '#web/lib/api_error'
import { screens, sitePageAt } from '#web/screens'
import { NotFoundScreen } from '../router/not_found_screen.tsx'

/** One of the operator's pages. A page that wasn't written looks like any unknown address. */
export default function SitePageRoute({ user }: { user: User | null }) {
  const name = sitePageAt(useLocation().pathname)
  const query = useQuery(callQuery(getSitePage, { params: { name } }))
  if (query.isPending) return <PageSpinner />
  if (isStatus(query.error, 404)) return <NotFoundScreen isSignedIn={user !== null} />
  if (!query.data) return <LoadFailed level={1} title="Couldn’t load the page" query={query} />
  return <SitePageScreen title={screens[name].title!} page={query.data} />
}
