import { paths, type Character, type CharacterSummary } from '#modules/gallery/api'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Page } from '../../lib/get_page.ts'

/** The beginnings of the keys under which characters are kept. Below `paths.characters` lie all that show several. */
export const characterKeys = {
  lists: [paths.characters, 'list'],
  similar: [paths.characters, 'similar'],
  one: (id: string) => [paths.character(id)],
} as const

type Fields = Partial<CharacterSummary>

/** Changes a character wherever it is kept, without asking the server again. */
export function changeCharacter(queryClient: QueryClient, id: string, change: (its: CharacterSummary) => Fields): void {
  const changed = <Its extends CharacterSummary>(its: Its): Its => (its.id === id ? { ...its, ...change(its) } : its)
  queryClient.setQueriesData<Character>({ queryKey: characterKeys.one(id) }, (data) => data && changed(data))
  eachList(queryClient, (characters) =>
    characters.some((its) => its.id === id) ? characters.map((its) => changed(its)) : characters
  )
}

/** Takes a character that is no more out of every list. */
export function forgetCharacter(queryClient: QueryClient, id: string): void {
  eachList(queryClient, (characters) =>
    characters.some((its) => its.id === id) ? characters.filter((its) => its.id !== id) : characters
  )
}

function eachList(queryClient: QueryClient, change: (characters: CharacterSummary[]) => CharacterSummary[]): void {
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
