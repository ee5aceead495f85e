import { limits, paths, type CharacterSuggestion, type CharacterSummary } from '#modules/gallery/api'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { getJson } from '#web/lib/api_client'

/** A character that a chat may belong to. */
export type FoundCharacter = Pick<CharacterSuggestion, 'id' | 'name' | 'avatar' | 'avatarFocus'>

const ownMax = 8

/** Finds characters by name. The user's own characters come first, then other characters that the user may see. */
export async function findCharacters(name: string, signal?: AbortSignal): Promise<FoundCharacter[]> {
  const q = name.slice(0, limits.nameMax)
  const search = new URLSearchParams({ q, limit: String(ownMax), mine: 'true' })
  const [own, others] = await Promise.all([
    getJson<CharacterSummary[]>(`${paths.characters}?${search}`, signal),
    getJson<CharacterSuggestion[]>(`${paths.suggestions}?${new URLSearchParams({ q })}`, signal),
  ])
  return [...own, ...others.filter(({ id }) => own.every((one) => one.id !== id))]
}

export const findCharactersQueryOptions = (name: string) =>
  queryOptions({
    queryKey: [paths.suggestions, 'of a chat', name],
    queryFn: ({ signal }) => findCharacters(name, signal),
    staleTime: 0,
  })

/** Keeps the previous characters while the next ones load. */
export const useFoundCharacters = (name: string) =>
  useQuery({ ...findCharactersQueryOptions(name), enabled: name !== '', placeholderData: keepPreviousData })
