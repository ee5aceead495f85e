import { paths, type CharacterSummary } from '#modules/gallery/api'
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { send } from '../../../lib/api_client.ts'
import { nextPage } from '../../../lib/next_page.ts'

const pageSize = 24

export interface CharacterFilter {
  q: string
  category: string
}

interface CharacterPage {
  characters: CharacterSummary[]
  next: string | null
}

/** One page; the address of the next comes with the answer. */
export async function listCharacters(address: string, signal?: AbortSignal): Promise<CharacterPage> {
  const response = await send('GET', address, { signal })
  return { characters: (await response.json()) as CharacterSummary[], next: nextPage(response.headers.get('Link')) }
}

export const listCharactersQueryOptions = (filter: CharacterFilter) =>
  infiniteQueryOptions({
    queryKey: [paths.characters, filter],
    queryFn: ({ pageParam, signal }) => listCharacters(pageParam, signal),
    initialPageParam: firstPage(filter),
    getNextPageParam: (last: CharacterPage) => last.next,
  })

export const useCharacters = (filter: CharacterFilter) =>
  useInfiniteQuery({ ...listCharactersQueryOptions(filter), placeholderData: keepPreviousData })

function firstPage({ q, category }: CharacterFilter): string {
  const query = new URLSearchParams({ limit: String(pageSize) })
  if (q) query.set('q', q)
  if (category) query.set('category', category)
  return `${paths.characters}?${query}`
}
