import { limits, type CharacterSuggestion } from '#modules/gallery/api'
import { listCharacters, suggestCharacters } from '#modules/gallery/calls'
import { patternOf } from '#modules/kernel/calls'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { callServer } from '#web/lib/api_client'

/** A character that a chat may belong to. */
export type FoundCharacter = Pick<CharacterSuggestion, 'id' | 'name' | 'avatar' | 'avatarFocus'>

const ownMax = 8

/** Finds characters by name. The user's own characters come first, then other characters that the user may see. */
async function findCharacters(name: string, signal: AbortSignal): Promise<FoundCharacter[]> {
  const q = name.slice(0, limits.nameMax)
  const [own, others] = await Promise.all([
    callServer(listCharacters, { query: { q, limit: ownMax, mine: true }, signal }),
    callServer(suggestCharacters, { query: { q }, signal }),
  ])
  return [...own, ...others.filter(({ id }) => own.every((one) => one.id !== id))]
}

export const foundCharactersQuery = (name: string) =>
  queryOptions({
    queryKey: [patternOf(suggestCharacters), 'of a chat', name],
    queryFn: ({ signal }) => findCharacters(name, signal),
    staleTime: 0,
  })

/** Keeps the previous characters while the next ones load. */
export const useFoundCharacters = (name: string) =>
  useQuery({ ...foundCharactersQuery(name), enabled: name !== '', placeholderData: keepPreviousData })
