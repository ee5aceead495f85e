import { paths } from '#modules/accounts/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sendJson } from '#web/lib/api_client'
import { isStatus } from '#web/lib/api_error'
import { getCurrentUserQueryOptions } from './get_current_user.ts'

export const sendVerificationMail = () => sendJson<{ message: string }>('POST', paths.verificationMail)

/** Another tab or device may have verified the address. Then the call is a conflict, and the user is fetched again. */
export function useSendVerificationMail() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: sendVerificationMail,
    onError: (error) => {
      if (isStatus(error, 409)) void queryClient.refetchQueries(getCurrentUserQueryOptions())
    },
  })
}
