import type { AccountSettings, CodeBody } from '#modules/accounts/api'
import { confirmSecondFactor, removeSecondFactor, renewRecoveryCodes } from '#modules/accounts/calls'
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { callServer } from '#web/lib/api_client'
import { currentUserQuery } from './current_user.ts'
import { withReauthentication } from './reauthentication.ts'
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

export function useConfirmSecondFactor() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: CodeBody) => callServer(confirmSecondFactor, { body }),
    onSuccess: ({ recoveryCodes }) =>
      cacheSecondFactor(queryClient, () => ({
        since: new Date().toISOString(),
        recoveryCodesLeft: recoveryCodes.length,
      })),
  })
}

export function useRenewRecoveryCodes() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: CodeBody) => withReauthentication(() => callServer(renewRecoveryCodes, { body })),
    onSuccess: ({ recoveryCodes }) =>
      cacheSecondFactor(queryClient, (factor) => factor && { ...factor, recoveryCodesLeft: recoveryCodes.length }),
  })
}

export function useRemoveSecondFactor() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: CodeBody) => withReauthentication(() => callServer(removeSecondFactor, { body })),
    onSuccess: () => cacheSecondFactor(queryClient, () => null),
  })
}
