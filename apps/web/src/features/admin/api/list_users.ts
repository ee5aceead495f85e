import { paths, type AdminUser } from '#modules/admin/api'
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { send } from '../../../lib/api_client.ts'
import { nextPage } from '../../../lib/next_page.ts'

export interface UserPage {
  users: AdminUser[]
  next: string | null
}

interface UserSearch {
  /** In the name, the e-mail or the username; empty for everybody. */
  q: string
  /** How many to a page. */
  limit: number
}

/** One page; the address of the next comes with the answer. */
export async function listUsers(address: string, signal?: AbortSignal): Promise<UserPage> {
  const response = await send('GET', address, { signal })
  return { users: (await response.json()) as AdminUser[], next: nextPage(response.headers.get('Link')) }
}

/** Not kept once nobody looks: people come and go. */
export const listUsersQueryOptions = ({ q, limit }: UserSearch) =>
  infiniteQueryOptions({
    queryKey: [paths.users, { q, limit }],
    queryFn: ({ pageParam, signal }) => listUsers(pageParam, signal),
    initialPageParam: addressOf(q, limit),
    getNextPageParam: (last: UserPage) => last.next,
    gcTime: 0,
  })

export const useUsers = (search: UserSearch, isWanted = true) =>
  useInfiniteQuery({ ...listUsersQueryOptions(search), enabled: isWanted, placeholderData: keepPreviousData })

function addressOf(q: string, limit: number): string {
  const query = new URLSearchParams({ limit: String(limit) })
  if (q !== '') query.set('q', q)
  return `${paths.users}?${query}`
}
