import { paths, type CharacterSuggestion } from '#modules/gallery/api'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { getJson } from '#web/lib/api_client'
import { characterKeys } from '../character_cache.ts'

export const listSuggestions = (q: string, signal?: AbortSignal) =>
  getJson<CharacterSuggestion[]>(`${paths.suggestions}?${new URLSearchParams({ q })}`, signal)

export const listSuggestionsQueryOptions = (q: string) =>
  queryOptions({
    queryKey: [...characterKeys.suggestions, q],
    queryFn: ({ signal }) => listSuggestions(q, signal),
    gcTime: 60_000,
  })

/** Keeps the previous suggestions while the next ones load. */
export const useSuggestions = (q: string, isShown: boolean) =>
  useQuery({ ...listSuggestionsQueryOptions(q), enabled: isShown && q !== '', placeholderData: keepPreviousData })
