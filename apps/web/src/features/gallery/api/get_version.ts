import { paths, type CharacterVersionDetails } from '#modules/gallery/api'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { getJson } from '#web/lib/api_client'

export const getVersion = (id: string, number: number, signal?: AbortSignal) =>
  getJson<CharacterVersionDetails>(paths.version(id, number), signal)

/** Versions never change. */
export const getVersionQueryOptions = (id: string, number: number) =>
  queryOptions({
    queryKey: [paths.version(id, number)],
    queryFn: ({ signal }) => getVersion(id, number, signal),
    staleTime: Infinity,
  })

export const useVersion = (id: string, number: number) => useQuery(getVersionQueryOptions(id, number))
