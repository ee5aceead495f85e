import { paths, type Comment } from '#modules/gallery/api'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { getPage, type Page } from '#web/lib/get_page'

const pageSize = 20

export const listComments = (address: string, signal?: AbortSignal) => getPage<Comment>(address, signal)

/** The options of a query that is always stale, because other users also comment. */
export const listCommentsQueryOptions = (characterId: string) =>
  infiniteQueryOptions({
    queryKey: [paths.comments(characterId)],
    queryFn: ({ pageParam, signal }) => listComments(pageParam, signal),
    initialPageParam: `${paths.comments(characterId)}?limit=${pageSize}`,
    getNextPageParam: (last: Page<Comment>) => last.next,
    staleTime: 0,
  })

export const useComments = (characterId: string) => useInfiniteQuery(listCommentsQueryOptions(characterId))
