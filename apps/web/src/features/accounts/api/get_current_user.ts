import { paths, type User } from '#modules/accounts/api'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { isStatus } from '../../../lib/api_error.ts'
import { getJson } from '../../../lib/api_client.ts'

/** The signed-in user; null when nobody is. */
export async function getCurrentUser(signal?: AbortSignal): Promise<User | null> {
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
