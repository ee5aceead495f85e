import type { AccountSettings } from '#modules/accounts/api'
import type { QueryClient } from '@tanstack/react-query'
import { getCurrentUserQueryOptions } from './api/get_current_user.ts'
import { getSettingsQueryOptions } from './api/get_settings.ts'

type Factor = AccountSettings['secondFactor']

/** Updates the cached second factor, and refetches the user, whose `secondFactorWanted` depends on it. */
export function cacheSecondFactor(queryClient: QueryClient, change: (factor: Factor) => Factor): void {
  queryClient.setQueryData(
    getSettingsQueryOptions().queryKey,
    (settings) => settings && { ...settings, secondFactor: change(settings.secondFactor) }
  )
  void queryClient.invalidateQueries({ queryKey: getCurrentUserQueryOptions().queryKey })
}
