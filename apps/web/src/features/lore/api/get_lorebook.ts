import { paths, type UsedLorebook } from '#modules/lore/api'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { getJson } from '#web/lib/api_client'

export const getLorebook = (id: string, signal?: AbortSignal) => getJson<UsedLorebook>(paths.lorebook(id), signal)

export const getLorebookQueryOptions = (id: string) =>
  queryOptions({
    queryKey: [paths.lorebooks, 'one', id],
    queryFn: ({ signal }) => getLorebook(id, signal),
    staleTime: 0,
  })

export const useLorebook = (id: string) => useQuery(getLorebookQueryOptions(id))
