import { listAllCharacters } from '#modules/admin/calls'
import { patternOf } from '#modules/kernel/calls'
import type { AdminCharacter, Character } from '#modules/gallery/api'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { changeItems, type Page } from '#web/lib/get_page'
import { isCharacterQuery } from '#web/components/shared/character_queries'
import { invalidateFigures } from './users.ts'

/** Puts a character from an answer into every cached admin list, and invalidates all other queries that show characters. */
export function cacheCharacter(queryClient: QueryClient, character: Character | AdminCharacter): void {
  updateLists(queryClient, (characters) =>
    characters.map((each) => (each.id === character.id ? { ...each, ...character } : each))
  )
  invalidateElsewhere(queryClient)
}

/** Removes a deleted character from every cached list. */
export function uncacheCharacter(queryClient: QueryClient, id: string): void {
  updateLists(queryClient, (characters) => characters.filter((each) => each.id !== id))
  invalidateElsewhere(queryClient)
}

/** Resets every list after an import. */
export function resetCharacters(queryClient: QueryClient): void {
  void queryClient.resetQueries({ queryKey: [patternOf(listAllCharacters)] })
  invalidateElsewhere(queryClient)
}

function updateLists(queryClient: QueryClient, change: (characters: AdminCharacter[]) => AdminCharacter[]): void {
  queryClient.setQueriesData<InfiniteData<Page<AdminCharacter>>>({ queryKey: [patternOf(listAllCharacters)] }, (data) =>
    changeItems(data, change)
  )
}

/** Invalidates what gallery and chats have cached of characters. */
function invalidateElsewhere(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ predicate: isCharacterQuery })
  invalidateFigures(queryClient)
}
