import { paths } from '#modules/gallery/api'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { getJson } from '#web/lib/api_client'

/** Fetches the tags of all characters, most used first. Returns none when the call fails, because the user can still type tags. */
export async function listTags(signal?: AbortSignal): Promise<string[]> {
  try {
    return await getJson<string[]>(paths.tags, signal)
  } catch (error) {
    if (signal?.aborted) throw error
    return []
  }
}

export const listTagsQueryOptions = () =>
  queryOptions({ queryKey: [paths.tags], queryFn: ({ signal }) => listTags(signal) })

export const useTags = () => useQuery(listTagsQueryOptions())
