import { paths, type CharacterDetails } from '#modules/gallery/api'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { getJson } from '#web/lib/api_client'
import { characterKeys } from '../character_cache.ts'

export const getCharacter = (id: string, signal?: AbortSignal) =>
  getJson<CharacterDetails>(paths.character(encodeURIComponent(id)), signal)

const staleMs = 30_000

/** `showsAdult` is part of the query key, because the fields of an adult character depend on it. */
export const getCharacterQueryOptions = (id: string, showsAdult: boolean) =>
  queryOptions({
    queryKey: [...characterKeys.detail(id), { showsAdult }],
    queryFn: ({ signal }) => getCharacter(id, signal),
    staleTime: staleMs,
  })

export const useCharacter = (id: string, showsAdult: boolean) => useQuery(getCharacterQueryOptions(id, showsAdult))
