import { paths } from '#modules/admin/api'
import type { Character } from '#modules/gallery/api'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Page } from '../../lib/get_page.ts'
import { showsCharacters } from '../../components/shared/character_queries.ts'
import { forgetFigures } from './user_cache.ts'

/** A character as an answer has just told them, in every list of admins; all else that shows characters reads them again. */
export function keepCharacter(queryClient: QueryClient, character: Character): void {
  changeLists(queryClient, (characters) => characters.map((each) => (each.id === character.id ? character : each)))
  forgetElsewhere(queryClient)
}

/** Takes one that is no more out of every list. */
export function dropCharacter(queryClient: QueryClient, id: string): void {
  changeLists(queryClient, (characters) => characters.filter((each) => each.id !== id))
  forgetElsewhere(queryClient)
}

/** There are new ones: every list begins anew. */
export function forgetCharacters(queryClient: QueryClient): void {
  void queryClient.resetQueries({ queryKey: [paths.characters] })
  forgetElsewhere(queryClient)
}

function changeLists(queryClient: QueryClient, change: (characters: Character[]) => Character[]): void {
  queryClient.setQueriesData<InfiniteData<Page<Character>>>(
    { queryKey: [paths.characters] },
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, items: change(page.items) })) }
  )
}

/** What the gallery and the chats keep of characters. */
function forgetElsewhere(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ predicate: showsCharacters })
  forgetFigures(queryClient)
}
