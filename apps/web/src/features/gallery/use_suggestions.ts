import { suggestCharacters } from '#modules/gallery/calls'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callQuery } from '#web/lib/api_client'
import { characterKeys } from './character_cache.ts'

/** Keeps the previous suggestions while the next ones load. */
export const useSuggestions = (q: string, isShown: boolean) =>
  useQuery({
    ...callQuery(suggestCharacters, { query: { q } }),
    queryKey: [...characterKeys.suggestions, q],
    gcTime: 60_000,
    enabled: isShown && q !== '',
    placeholderData: keepPreviousData,
  })
