import { paths } from '#modules/gallery/api'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { getJson } from '../../../lib/api_client.ts'

/** What other characters go by, most used first. None when they can't be had: one can still write one's own. */
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
