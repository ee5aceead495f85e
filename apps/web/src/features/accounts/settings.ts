import type { User } from '#modules/accounts/api'
import { changeSettings, getSettings } from '#modules/accounts/calls'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { callQuery } from '#web/lib/api_client'
import { cacheUser } from './cache_user.ts'
import { useProvenCall } from '#web/lib/reauthentication'

/** Not cached while unused: a form must start from the current settings, which other devices may have changed. */
export const settingsQuery = () => ({ ...callQuery(getSettings), gcTime: 0 })

export const useSettings = () => useQuery(settingsQuery())

/** Updates the cached user. Changes run one at a time, so that the last answer is the latest state. */
export const useChangeSettings = () => useProvenCall(changeSettings, cacheSettingsOf, 'user')

/** Caches the settings of a user from an answer. */
export async function cacheSettingsOf(queryClient: QueryClient, user: User): Promise<void> {
  await cacheUser(queryClient, user)
  queryClient.setQueryData(settingsQuery().queryKey, (settings) => settings && { ...settings, ...user })
}
