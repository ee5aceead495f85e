import type { User } from '#modules/accounts/api'
import { getCreator } from '#modules/community/calls'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from 'react-router-dom'
import { LoadFailed } from '#web/components/ui/load_failed'
import { PageSpinner } from '#web/components/ui/page_spinner'
import { CreatorScreen } from '#web/features/community/screens/creator_screen'
import { callQuery } from '#web/lib/api_client'
import { isStatus } from '#web/lib/api_error'
import { screens } from '#web/screens'
import { NotFoundScreen } from '../router/not_found_screen.tsx'

/** The page of a person. Unknown people and those without a page look like any unknown address. */
export default function CreatorRoute({ user }: { user: User | null }) {
  const { username = '' } = useParams()
  const query = useQuery(callQuery(getCreator, { params: { username } }))
  if (query.isPending) return <PageSpinner />
  if (isStatus(query.error, 404)) return <NotFoundScreen isSignedIn={user !== null} />
  if (!query.data) return <LoadFailed level={1} title="Couldn’t load the page" query={query} />
  const creator = query.data
  // The address has a former username.
  if (creator.username.toLowerCase() !== username.toLowerCase())
    return <Navigate to={screens.creator.href({ username: creator.username })} replace />
  return <CreatorScreen key={creator.id} creator={creator} viewerId={user?.id ?? null} />
}
