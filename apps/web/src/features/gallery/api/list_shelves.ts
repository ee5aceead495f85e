import { paths, type Shelf } from '#modules/gallery/api'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { getJson } from '#web/lib/api_client'
import { characterKeys } from '../character_cache.ts'

/** A server-rendered page needs no second call within this time. A chat takes longer and changes the first shelf. */
const staleMs = 30_000

export const listShelves = (signal?: AbortSignal) => getJson<Shelf[]>(paths.shelves, signal)

export const listShelvesQueryOptions = (showsAdult: boolean) =>
  queryOptions({
    queryKey: [...characterKeys.shelves, { showsAdult }],
    queryFn: ({ signal }) => listShelves(signal),
    staleTime: staleMs,
  })

export const useShelves = ({ showsAdult, enabled }: { showsAdult: boolean; enabled: boolean }) =>
  useQuery({ ...listShelvesQueryOptions(showsAdult), enabled })
