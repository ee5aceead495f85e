import type { User } from '#modules/accounts/api'
import { getCurrentUser } from '#modules/accounts/calls'
import { addressOf } from '#modules/kernel/calls'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { callServer } from '#web/lib/api_client'
import { isStatus } from '#web/lib/api_error'

/** The signed-in user; null when signed out. */
async function fetchUser(signal: AbortSignal): Promise<User | null> {
  // The server marks pages for signed-out visitors, which saves the first call.
  const visitor = document.querySelector('meta[name="visitor"]')
  visitor?.remove()
  if (visitor) return null
  try {
    return await callServer(getCurrentUser, { signal })
  } catch (error) {
    if (isStatus(error, 401)) return null
    throw error
  }
}

export const currentUserQuery = () =>
  queryOptions({ queryKey: [addressOf(getCurrentUser)], queryFn: ({ signal }) => fetchUser(signal) })

export const useCurrentUser = () => useQuery(currentUserQuery())
