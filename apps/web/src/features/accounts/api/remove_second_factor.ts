import { paths, type CodeBody } from '#modules/accounts/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sendJson } from '#web/lib/api_client'
import { withReauthentication } from '../reauthentication.ts'
import { cacheSecondFactor } from '../cache_second_factor.ts'

export const removeSecondFactor = (body: CodeBody) =>
  withReauthentication(() => sendJson<{ message: string }>('DELETE', paths.secondFactor, body))

export function useRemoveSecondFactor() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: removeSecondFactor,
    onSuccess: () => cacheSecondFactor(queryClient, () => null),
  })
}
