import { paths, type User } from '#modules/accounts/api'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { isStatus } from '#web/lib/api_error'
import { getJson } from '#web/lib/api_client'

/** The signed-in user; null when signed out. */
export async function getCurrentUser(signal?: AbortSignal): Promise<User | null> {
  // The server marks pages for signed-out visitors, which saves the first call.
  const visitor = document.querySelector('meta[name="visitor"]')
  visitor?.remove()
  if (visitor) return null
  try {
    return await getJson<User>(paths.currentUser, signal)
  } catch (error) {
    if (isStatus(error, 401)) return null
    throw error
  }
}

export const getCurrentUserQueryOptions = () =>
  queryOptions({ queryKey: [paths.currentUser], queryFn: ({ signal }) => getCurrentUser(signal) })

export const useCurrentUser = () => useQuery(getCurrentUserQueryOptions())
