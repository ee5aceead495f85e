import { paths } from '#modules/admin/api'
import type { Character } from '#modules/gallery/api'
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { send } from '../../../lib/api_client.ts'
import { nextPage } from '../../../lib/next_page.ts'

export interface AllCharactersPage {
  characters: Character[]
  next: string | null
}

interface CharacterSearch {
  /** In the name, the category or a tag; empty for everybody. */
  q: string
  /** How many to a page. */
  limit: number
}

/** One page; the address of the next comes with the answer. */
export async function listAllCharacters(address: string, signal?: AbortSignal): Promise<AllCharactersPage> {
  const response = await send('GET', address, { signal })
  return { characters: (await response.json()) as Character[], next: nextPage(response.headers.get('Link')) }
}

/** Not kept once nobody looks: they are whole, and others change them. */
export const listAllCharactersQueryOptions = ({ q, limit }: CharacterSearch) =>
  infiniteQueryOptions({
    queryKey: [paths.characters, { q, limit }],
    queryFn: ({ pageParam, signal }) => listAllCharacters(pageParam, signal),
    initialPageParam: addressOf(q, limit),
    getNextPageParam: (last: AllCharactersPage) => last.next,
    gcTime: 0,
  })

export const useAllCharacters = (search: CharacterSearch, isWanted = true) =>
  useInfiniteQuery({
    ...listAllCharactersQueryOptions(search),
    enabled: isWanted,
    placeholderData: keepPreviousData,
  })

function addressOf(q: string, limit: number): string {
  const query = new URLSearchParams({ limit: String(limit) })
  if (q !== '') query.set('q', q)
  return `${paths.characters}?${query}`
}
