import { patternOf } from '#modules/kernel/calls'
import { limits } from '#modules/lore/api'
import { listLorebooks } from '#modules/lore/calls'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { callServer } from '#web/lib/api_client'

/** All of the user's own lorebooks: as many as they may have fit into one page. Always stale, because characters and other tabs change it. */
export const lorebooksQuery = () =>
  queryOptions({
    queryKey: [patternOf(listLorebooks), 'all'],
    queryFn: ({ signal }) => callServer(listLorebooks, { query: { limit: limits.booksMax }, signal }),
    staleTime: 0,
  })

export const useLorebooks = () => useQuery(lorebooksQuery())
