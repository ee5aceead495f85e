import type { AccountSettings } from '#modules/accounts/api'
import { confirmSecondFactor, removeSecondFactor, renewRecoveryCodes } from '#modules/accounts/calls'
import type { QueryClient } from '@tanstack/react-query'
import { useCall } from '#web/lib/use_call'
import { currentUserQuery } from './current_user.ts'
import { useProvenCall } from '#web/lib/reauthentication'
import { settingsQuery } from './settings.ts'

type Factor = AccountSettings['secondFactor']

/** Updates the cached second factor, and refetches the user, whose `secondFactorWanted` depends on it. */
function cacheSecondFactor(queryClient: QueryClient, change: (factor: Factor) => Factor): void {
  queryClient.setQueryData(
    settingsQuery().queryKey,
    (settings) => settings && { ...settings, secondFactor: change(settings.secondFactor) }
  )
  void queryClient.invalidateQueries({ queryKey: currentUserQuery().queryKey })
}

export const useConfirmSecondFactor = () =>
  useCall(confirmSecondFactor, (queryClient, { recoveryCodes }) =>
    cacheSecondFactor(queryClient, () => ({
      since: new Date().toISOString(),
      recoveryCodesLeft: recoveryCodes.length,
    }))
  )

export const useRenewRecoveryCodes = () =>
  useProvenCall(renewRecoveryCodes, (queryClient, { recoveryCodes }) =>
    cacheSecondFactor(queryClient, (factor) => factor && { ...factor, recoveryCodesLeft: recoveryCodes.length })
  )

export const useRemoveSecondFactor = () =>
  useProvenCall(removeSecondFactor, (queryClient) => cacheSecondFactor(queryClient, () => null))
