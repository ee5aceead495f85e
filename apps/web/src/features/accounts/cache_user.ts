import { userName, type User } from '#modules/accounts/api'
import { listChats } from '#modules/chat/calls'
import { patternOf } from '#modules/kernel/calls'
import type { QueryClient } from '@tanstack/react-query'
import { currentUserQuery } from './current_user.ts'

/** Caches a user from an answer. Cancels an in-flight fetch, which could be older. The lists of chats contain the user's name. */
export async function cacheUser(queryClient: QueryClient, user: User): Promise<void> {
  const { queryKey } = currentUserQuery()
  await queryClient.cancelQueries({ queryKey })
  const before = queryClient.getQueryData(queryKey)
  queryClient.setQueryData(queryKey, user)
  if (before && userName(before) !== userName(user))
    void queryClient.invalidateQueries({ queryKey: [patternOf(listChats)] })
}
