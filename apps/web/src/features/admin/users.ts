import {
  adjustRubies,
  changeRole,
  disableUser,
  listUsers,
  getDashboard,
  listActs,
  listDebts,
} from '#modules/admin/calls'
import type { AdminUser } from '#modules/admin/api'
import { patternOf } from '#modules/kernel/calls'
import { keepPreviousData, useInfiniteQuery, type InfiniteData, type QueryClient } from '@tanstack/react-query'
import { pagesQuery, changeItems, type Page } from '#web/lib/get_page'
import { useProvenCall } from '#web/lib/reauthentication'

/** Matches name, e-mail or username; `q` is empty for all. Not cached while unused, because users change. */
export const useUsers = ({ q, limit }: { q: string; limit: number }, isWanted = true) =>
  useInfiniteQuery({
    ...pagesQuery(listUsers, { query: { limit, q: q || undefined } }),
    gcTime: 0,
    enabled: isWanted,
    placeholderData: keepPreviousData,
  })

const cacheChanged = (queryClient: QueryClient, user: AdminUser) => {
  cacheUser(queryClient, user)
  invalidateFigures(queryClient)
}

export const useSetDisabled = () => useProvenCall(disableUser, cacheChanged)
export const useChangeRole = () => useProvenCall(changeRole, cacheChanged)
export const useAdjustRubies = () => useProvenCall(adjustRubies)

/** Updates a user in every cached list. */
export function cacheUser(queryClient: QueryClient, user: Pick<AdminUser, 'id'> & Partial<AdminUser>): void {
  const change = (users: AdminUser[]) => users.map((each) => (each.id === user.id ? { ...each, ...user } : each))
  queryClient.setQueriesData<InfiniteData<Page<AdminUser>>>({ queryKey: [patternOf(listUsers)] }, (data) =>
    changeItems(data, change)
  )
}

/** Invalidates what every admin action changes: dashboard, audit log and debts. */
export function invalidateFigures(queryClient: QueryClient): void {
  for (const call of [getDashboard, listActs, listDebts])
    void queryClient.invalidateQueries({ queryKey: [patternOf(call)] })
}
