import { paths } from '#modules/admin/api'
import type { AdminCharacter } from '#modules/gallery/api'
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getPage, type Page } from '#web/lib/get_page'
import { searchAddress } from '../search_address.ts'

interface CharacterSearch {
  /** Matches name, category or tag; empty for all. */
  q: string
  /** Page size. */
  limit: number
}

export const listAllCharacters = (address: string, signal?: AbortSignal) => getPage<AdminCharacter>(address, signal)

/** Not cached while unused: the characters are large, and others change them. */
export const listAllCharactersQueryOptions = (search: CharacterSearch) =>
  infiniteQueryOptions({
    queryKey: [paths.characters, search],
    queryFn: ({ pageParam, signal }) => listAllCharacters(pageParam, signal),
    initialPageParam: searchAddress(paths.characters, search),
    getNextPageParam: (last: Page<AdminCharacter>) => last.next,
    gcTime: 0,
  })

export const useAllCharacters = (search: CharacterSearch, isWanted = true) =>
  useInfiniteQuery({
    ...listAllCharactersQueryOptions(search),
    enabled: isWanted,
    placeholderData: keepPreviousData,
  })
