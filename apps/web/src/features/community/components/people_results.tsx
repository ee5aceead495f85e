import { findPeople } from '#modules/community/calls'
import { limits } from '#modules/community/api'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { Avatar } from '#web/components/shared/avatar'
import { callQuery } from '#web/lib/api_client'
import { countOf } from '#web/lib/count_of'
import { screens } from '#web/screens'

/** The people whose names match a search of the gallery. Shows nothing without any. */
export function PeopleResults({ q }: { q: string }) {
  const isSearched = q.trim() !== '' && [...q].length <= limits.queryMax
  const { data = [] } = useQuery({ ...callQuery(findPeople, { query: { q } }), enabled: isSearched })
  if (!isSearched || data.length === 0) return null
  return (
    <section aria-labelledby="people" className="mb-8">
      <h2 id="people" className="display mb-3 text-xl">
        People
      </h2>
      <ul className="flex flex-wrap gap-2">
        {data.map(({ id, username, firstName, picture, followers }) => (
          <li key={id} className="max-w-full min-w-0">
            <Link
              to={screens.creator.href({ username })}
              className="flex min-h-touch min-w-0 items-center gap-3 rounded-full border border-line bg-raised py-1.5 pr-5 pl-1.5 hover:bg-hover"
            >
              <Avatar address={picture} name={firstName ?? username} size="s" />
              <span className="min-w-0 leading-tight">
                <span className="block truncate font-semibold">{firstName ?? username}</span>
                <span className="block truncate text-sm text-soft">
                  @{username}
                  {followers > 0 && ` · ${countOf(followers, 'follower', 'followers')}`}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
