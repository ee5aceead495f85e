import { chips, paths, type Chip } from '#modules/gallery/api'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { getJson } from '#web/lib/api_client'
import { characterKeys } from '../character_cache.ts'

/** Fetches the chips. Returns the ones that are always shown when the call fails. */
export async function listChips(signal?: AbortSignal): Promise<readonly Chip[]> {
  try {
    return await getJson<Chip[]>(paths.chips, signal)
  } catch (error) {
    if (signal?.aborted) throw error
    return chips
  }
}

/** Chips with only adult characters are empty for users who don't see those. */
export const listChipsQueryOptions = () =>
  queryOptions({ queryKey: characterKeys.chips, queryFn: ({ signal }) => listChips(signal) })

export const useChips = () => useQuery(listChipsQueryOptions())
