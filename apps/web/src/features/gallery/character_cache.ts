import { paths, type Character, type CharacterSummary } from '#modules/gallery/api'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Page } from '../../lib/get_page.ts'

/** Prefixes of the query keys that hold characters. `paths.characters` is the prefix of all lists. */
export const characterKeys = {
  lists: [paths.characters, 'list'],
  similar: [paths.characters, 'similar'],
  one: (id: string) => [paths.character(id)],
} as const

type Fields = Partial<CharacterSummary>

/** Updates a character in all cached queries. */
export function updateCachedCharacter(
  queryClient: QueryClient,
  id: string,
  change: (character: CharacterSummary) => Fields
): void {
  const changed = <Its extends CharacterSummary>(its: Its): Its => (its.id === id ? { ...its, ...change(its) } : its)
  queryClient.setQueriesData<Character>({ queryKey: characterKeys.one(id) }, (data) => data && changed(data))
  updateLists(queryClient, (characters) =>
    characters.some((its) => its.id === id) ? characters.map((its) => changed(its)) : characters
  )
}

/** Removes a deleted character from all cached lists. */
export function removeFromLists(queryClient: QueryClient, id: string): void {
  updateLists(queryClient, (characters) =>
    characters.some((its) => its.id === id) ? characters.filter((its) => its.id !== id) : characters
  )
}

function updateLists(queryClient: QueryClient, change: (characters: CharacterSummary[]) => CharacterSummary[]): void {
  queryClient.setQueriesData<InfiniteData<Page<CharacterSummary>>>({ queryKey: characterKeys.lists }, (data) => {
    if (!data) return data
    const pages = data.pages.map((page) => {
      const items = change(page.items)
      return items === page.items ? page : { ...page, items }
    })
    return pages.every((page, index) => page === data.pages[index]) ? data : { ...data, pages }
  })
  queryClient.setQueriesData<CharacterSummary[]>({ queryKey: characterKeys.similar }, (data) => data && change(data))
}
