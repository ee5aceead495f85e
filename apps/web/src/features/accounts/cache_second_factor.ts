import type { AccountSettings } from '#modules/accounts/api'
import type { QueryClient } from '@tanstack/react-query'
import { getCurrentUserQueryOptions } from './api/get_current_user.ts'
import { getSettingsQueryOptions } from './api/get_settings.ts'

type Factor = AccountSettings['secondFactor']

/** How two-step sign-in stands by an answer that has just come. Whether an admin lacks it the user is asked for anew. */
export function cacheSecondFactor(queryClient: QueryClient, change: (factor: Factor) => Factor): void {
  queryClient.setQueryData(
    getSettingsQueryOptions().queryKey,
    (settings) => settings && { ...settings, secondFactor: change(settings.secondFactor) }
  )
  void queryClient.invalidateQueries({ queryKey: getCurrentUserQueryOptions().queryKey })
}
