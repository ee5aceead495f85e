import { paths, type CharacterSummary } from '#modules/gallery/api'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { getJson } from '#web/lib/api_client'
import { characterKeys } from '../character_cache.ts'

/** Fetches at most six characters of the same category or with a shared tag. */
export const listSimilarCharacters = (id: string, signal?: AbortSignal) =>
  getJson<CharacterSummary[]>(paths.similar(encodeURIComponent(id)), signal)

export const listSimilarCharactersQueryOptions = (id: string, showsAdult: boolean) =>
  queryOptions({
    queryKey: [...characterKeys.similar, id, { showsAdult }],
    queryFn: ({ signal }) => listSimilarCharacters(id, signal),
  })

export const useSimilarCharacters = (id: string, showsAdult: boolean) =>
  useQuery(listSimilarCharactersQueryOptions(id, showsAdult))
