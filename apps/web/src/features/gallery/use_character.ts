import { getCharacter } from '#modules/gallery/calls'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#web/lib/api_client'
import { characterKeys } from './character_cache.ts'

/** `showsAdult` is part of the query key, because the fields of an adult character depend on it. */
export const useCharacter = (id: string, showsAdult: boolean) =>
  useQuery({
    ...callQuery(getCharacter, { params: { id } }),
    queryKey: [...characterKeys.detail(id), { showsAdult }],
    staleTime: 30_000,
    // Shows the owner when the review has ended.
    refetchInterval: ({ state }) => (state.data?.review === 'waiting' ? 10_000 : false),
  })
