import { paths } from '#modules/admin/api'
import { paths as chatPaths } from '#modules/chat/api'
import { paths as galleryPaths, type Character } from '#modules/gallery/api'
import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query'
import type { AllCharactersPage } from './api/list_all_characters.ts'
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
  queryClient.setQueriesData<InfiniteData<AllCharactersPage>>(
    { queryKey: [paths.characters] },
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, characters: change(page.characters) })) }
  )
}

/** What the gallery and the chats keep of characters is kept under the paths of their calls. */
function forgetElsewhere(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ predicate: hasCharacters })
  forgetFigures(queryClient)
}

const hasCharacters = ({ queryKey: [path] }: Query): boolean =>
  typeof path === 'string' && [galleryPaths.characters, chatPaths.chats].some((beginning) => path.startsWith(beginning))
