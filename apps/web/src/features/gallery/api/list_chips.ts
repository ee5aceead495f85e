import { chips, paths, type Chip } from '#modules/gallery/api'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { getJson } from '#web/lib/api_client'
import { characterKeys } from '../character_cache.ts'

/** Fetches the chips. Chips without characters come last. Returns all chips in their usual order when the call fails. */
export async function listChips(signal?: AbortSignal): Promise<readonly Chip[]> {
  try {
    return await getJson<Chip[]>(paths.chips, signal)
  } catch (error) {
    if (signal?.aborted) throw error
    return chips
  }
}

/** The order of the chips considers adult characters only for users who see them. */
export const listChipsQueryOptions = () =>
  queryOptions({ queryKey: characterKeys.chips, queryFn: ({ signal }) => listChips(signal) })

export const useChips = () => useQuery(listChipsQueryOptions())
