import { paths, type AdminActRow } from '#modules/admin/api'
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { send } from '../../../lib/api_client.ts'
import { nextPage } from '../../../lib/next_page.ts'

const pageSize = 50

interface ActPage {
  acts: AdminActRow[]
  next: string | null
}

/** One page, newest first; the address of the next comes with the answer. */
export async function listActs(address: string, signal?: AbortSignal): Promise<ActPage> {
  const response = await send('GET', address, { signal })
  return { acts: (await response.json()) as AdminActRow[], next: nextPage(response.headers.get('Link')) }
}

/** Every act adds to it, so whoever opens it asks anew. */
export const listActsQueryOptions = (q: string) =>
  infiniteQueryOptions({
    queryKey: [paths.acts, { q }],
    queryFn: ({ pageParam, signal }) => listActs(pageParam, signal),
    initialPageParam: addressOf(q),
    getNextPageParam: (last: ActPage) => last.next,
    gcTime: 0,
  })

export const useActs = (q: string) =>
  useInfiniteQuery({ ...listActsQueryOptions(q), placeholderData: keepPreviousData })

function addressOf(q: string): string {
  const query = new URLSearchParams({ limit: String(pageSize) })
  if (q !== '') query.set('q', q)
  return `${paths.acts}?${query}`
}
