import { limits, paths, type UsedLorebook } from '#modules/lore/api'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { getJson } from '#web/lib/api_client'

/** All of the user's own lorebooks: as many as they may have fit into one page. */
export const listLorebooks = (signal?: AbortSignal) =>
  getJson<UsedLorebook[]>(`${paths.lorebooks}?limit=${limits.booksMax}`, signal)

/** Always stale, because characters and other tabs change it. */
export const listLorebooksQueryOptions = () =>
  queryOptions({
    queryKey: [paths.lorebooks, 'all'],
    queryFn: ({ signal }) => listLorebooks(signal),
    staleTime: 0,
  })

export const useLorebooks = () => useQuery(listLorebooksQueryOptions())
