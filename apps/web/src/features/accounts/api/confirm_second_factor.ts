import { paths, type CodeBody, type RecoveryCodes } from '#modules/accounts/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sendJson } from '#web/lib/api_client'
import { cacheSecondFactor } from '../cache_second_factor.ts'

export const confirmSecondFactor = (body: CodeBody) => sendJson<RecoveryCodes>('POST', paths.confirmSecondFactor, body)

export function useConfirmSecondFactor() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: confirmSecondFactor,
    onSuccess: ({ recoveryCodes }) =>
      cacheSecondFactor(queryClient, () => ({
        since: new Date().toISOString(),
        recoveryCodesLeft: recoveryCodes.length,
      })),
  })
}
