import { paths } from '#modules/admin/api'
import type { Character } from '#modules/gallery/api'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Page } from '../../lib/get_page.ts'
import { showsCharacters } from '../../lib/shows_characters.ts'
import { invalidateFigures } from './user_cache.ts'

/** A character as an answer has just told them, in every list of admins; all else that shows characters reads them again. */
export function cacheCharacter(queryClient: QueryClient, character: Character): void {
  updateLists(queryClient, (characters) => characters.map((each) => (each.id === character.id ? character : each)))
  invalidateElsewhere(queryClient)
}

/** Takes one that is no more out of every list. */
export function uncacheCharacter(queryClient: QueryClient, id: string): void {
  updateLists(queryClient, (characters) => characters.filter((each) => each.id !== id))
  invalidateElsewhere(queryClient)
}

/** There are new ones: every list begins anew. */
export function resetCharacters(queryClient: QueryClient): void {
  void queryClient.resetQueries({ queryKey: [paths.characters] })
  invalidateElsewhere(queryClient)
}

function updateLists(queryClient: QueryClient, change: (characters: Character[]) => Character[]): void {
  queryClient.setQueriesData<InfiniteData<Page<Character>>>(
    { queryKey: [paths.characters] },
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, items: change(page.items) })) }
  )
}

/** What the gallery and the chats keep of characters. */
function invalidateElsewhere(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ predicate: showsCharacters })
  invalidateFigures(queryClient)
}
