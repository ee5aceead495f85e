import { paths, type Comment } from '#modules/gallery/api'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { send } from '../../../lib/api_client.ts'
import { nextPage } from '../../../lib/next_page.ts'

const pageSize = 20

export interface CommentPage {
  comments: Comment[]
  next: string | null
}

/** One page, the newest first; the address of the next comes with the answer. */
export async function listComments(address: string, signal?: AbortSignal): Promise<CommentPage> {
  const response = await send('GET', address, { signal })
  return { comments: (await response.json()) as Comment[], next: nextPage(response.headers.get('Link')) }
}

/** Others write, too: whoever opens them asks again. */
export const listCommentsQueryOptions = (characterId: string) =>
  infiniteQueryOptions({
    queryKey: [paths.comments(characterId)],
    queryFn: ({ pageParam, signal }) => listComments(pageParam, signal),
    initialPageParam: `${paths.comments(characterId)}?limit=${pageSize}`,
    getNextPageParam: (last: CommentPage) => last.next,
    staleTime: 0,
  })

export const useComments = (characterId: string) => useInfiniteQuery(listCommentsQueryOptions(characterId))
