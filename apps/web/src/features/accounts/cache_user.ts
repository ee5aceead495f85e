import type { User } from '#modules/accounts/api'
import type { QueryClient } from '@tanstack/react-query'
import { getCurrentUserQueryOptions } from './api/get_current_user.ts'

/** The user as an answer has just told it, everywhere at once. An older answer still on its way is not waited for. */
export async function cacheUser(queryClient: QueryClient, user: User): Promise<void> {
  const { queryKey } = getCurrentUserQueryOptions()
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, user)
}
