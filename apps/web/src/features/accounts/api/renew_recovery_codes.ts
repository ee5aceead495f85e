import { paths, type CodeBody, type RecoveryCodes } from '#modules/accounts/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sendJson } from '#web/lib/api_client'
import { withReauthentication } from '../reauthentication.ts'
import { cacheSecondFactor } from '../cache_second_factor.ts'

export const renewRecoveryCodes = (body: CodeBody) =>
  withReauthentication(() => sendJson<RecoveryCodes>('POST', paths.recoveryCodes, body))

export function useRenewRecoveryCodes() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: renewRecoveryCodes,
    onSuccess: ({ recoveryCodes }) =>
      cacheSecondFactor(queryClient, (factor) => factor && { ...factor, recoveryCodesLeft: recoveryCodes.length }),
  })
}
