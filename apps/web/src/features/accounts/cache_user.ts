import type { User } from '#modules/accounts/api'
import type { QueryClient } from '@tanstack/react-query'
import { getCurrentUserQueryOptions } from './api/get_current_user.ts'

/** Caches a user from an answer. Cancels an in-flight fetch, which could be older. */
export async function cacheUser(queryClient: QueryClient, user: User): Promise<void> {
  const { queryKey } = getCurrentUserQueryOptions()
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, user)
}
