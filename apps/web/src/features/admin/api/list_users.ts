import { paths, type AdminUser } from '#modules/admin/api'
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getPage, type Page } from '#web/lib/get_page'
import { searchAddress } from '../search_address.ts'

interface UserSearch {
  /** Matches name, e-mail or username; empty for all. */
  q: string
  /** Page size. */
  limit: number
}

export const listUsers = (address: string, signal?: AbortSignal) => getPage<AdminUser>(address, signal)

/** Not cached while unused, because users change. */
export const listUsersQueryOptions = (search: UserSearch) =>
  infiniteQueryOptions({
    queryKey: [paths.users, search],
    queryFn: ({ pageParam, signal }) => listUsers(pageParam, signal),
    initialPageParam: searchAddress(paths.users, search),
    getNextPageParam: (last: Page<AdminUser>) => last.next,
    gcTime: 0,
  })

export const useUsers = (search: UserSearch, isWanted = true) =>
  useInfiniteQuery({ ...listUsersQueryOptions(search), enabled: isWanted, placeholderData: keepPreviousData })
