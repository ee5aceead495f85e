import { paths, type ListedSession } from '#modules/accounts/api'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { getJson } from '#web/lib/api_client'

export const listSessions = (signal?: AbortSignal) => getJson<ListedSession[]>(paths.sessions, signal)

/** Not cached while unused: sessions end on other devices, too. */
export const listSessionsQueryOptions = () =>
  queryOptions({ queryKey: [paths.sessions], queryFn: ({ signal }) => listSessions(signal), gcTime: 0 })

export const useSessions = () => useQuery(listSessionsQueryOptions())
