import { paths, type CodeBody } from '#modules/accounts/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sendJson } from '../../../lib/api_client.ts'
import { proven } from '../proof.ts'
import { keepSecondFactor } from '../keep_second_factor.ts'

export const removeSecondFactor = (body: CodeBody) =>
  proven(() => sendJson<{ message: string }>('DELETE', paths.secondFactor, body))

export function useRemoveSecondFactor() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: removeSecondFactor,
    onSuccess: () => keepSecondFactor(queryClient, () => null),
  })
}
