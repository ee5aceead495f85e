import { paths, type CodeBody, type RecoveryCodes } from '#modules/accounts/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sendJson } from '../../../lib/api_client.ts'
import { proven } from '../proof.ts'
import { keepSecondFactor } from '../keep_second_factor.ts'

export const renewRecoveryCodes = (body: CodeBody) =>
  proven(() => sendJson<RecoveryCodes>('POST', paths.recoveryCodes, body))

export function useRenewRecoveryCodes() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: renewRecoveryCodes,
    onSuccess: ({ recoveryCodes }) =>
      keepSecondFactor(queryClient, (factor) => factor && { ...factor, recoveryCodesLeft: recoveryCodes.length }),
  })
}
