import type { AdminUser } from '#modules/admin/api'
import { getDashboard, listActs, listDebts, listUsers } from '#modules/admin/calls'
import { patternOf } from '#modules/kernel/calls'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { changeItems, type Page } from '#web/lib/get_page'

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
