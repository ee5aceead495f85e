import type { Character, CharacterSummary, Shelf } from '#modules/gallery/api'
import { getCharacter, listCharacters } from '#modules/gallery/calls'
import { addressOf, patternOf } from '#modules/kernel/calls'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { changeItems, type Page } from '#web/lib/get_page'

const characters = patternOf(listCharacters)

/** Prefixes of the keys of queries with characters. The first element is the prefix of all lists. */
export const characterKeys = {
  lists: [characters, 'list'],
  similar: [characters, 'similar'],
  profile: [characters, 'profile'],
  shelves: [characters, 'shelves'],
  suggestions: [characters, 'suggestions'],
  chips: [characters, 'chips'],
  detail: (id: string) => [addressOf(getCharacter, { params: { id } })],
} as const

/** The fields that a character and its summary share. */
type Fields = Pick<CharacterSummary, keyof Character & keyof CharacterSummary>

/** Updates a character in all cached queries. */
export function updateCachedCharacter(
  queryClient: QueryClient,
  id: string,
  change: (character: Fields) => Partial<Fields>
): void {
  const changed = <C extends Fields>(character: C): C =>
    character.id === id ? { ...character, ...change(character) } : character
  queryClient.setQueriesData<Character>({ queryKey: characterKeys.detail(id) }, (data) => data && changed(data))
  updateLists(queryClient, (characters) =>
    characters.some((character) => character.id === id) ? characters.map(changed) : characters
  )
}

/** Removes a deleted character from all cached lists. */
export function removeFromLists(queryClient: QueryClient, id: string): void {
  updateLists(queryClient, (characters) =>
    characters.some((character) => character.id === id)
      ? characters.filter((character) => character.id !== id)
      : characters
  )
}

function updateLists(queryClient: QueryClient, change: (characters: CharacterSummary[]) => CharacterSummary[]): void {
  queryClient.setQueriesData<InfiniteData<Page<CharacterSummary>>>({ queryKey: characterKeys.lists }, (data) =>
    changeItems(data, change)
  )
  queryClient.setQueriesData<CharacterSummary[]>({ queryKey: characterKeys.similar }, (data) => data && change(data))
  queryClient.setQueriesData<Shelf[]>({ queryKey: characterKeys.shelves }, (data) =>
    data?.map((shelf) => ({ ...shelf, characters: change(shelf.characters) }))
  )
}
