import { sendVerificationMail } from '#modules/accounts/calls'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button, type ButtonLook } from '#web/components/ui/button'
import { callServer } from '#web/lib/api_client'
import { isStatus, sentenceOf } from '#web/lib/api_error'
import { toast, toastError } from '#web/lib/toasts'
import { currentUserQuery } from '../current_user.ts'

/** Sends a link that verifies the user's address. */
export function SendLinkButton({ look, size }: { look?: ButtonLook; size?: 's' | 'm' }) {
  const queryClient = useQueryClient()
  const send = useMutation({
    mutationFn: () => callServer(sendVerificationMail),
    onError: (error) => {
      // Another tab or device has verified the address.
      if (isStatus(error, 409)) void queryClient.refetchQueries(currentUserQuery())
    },
  })
  const onSend = async () => {
    try {
      const { message } = await send.mutateAsync()
      toast('Link Sent', message)
    } catch (error) {
      if (isStatus(error, 409)) toast('Address Verified', sentenceOf(error, ''))
      else toastError(error, 'Failed to send the link')
    }
  }
  return (
    <Button look={look} size={size} isLoading={send.isPending} onClick={() => void onSend()}>
      {send.isSuccess ? 'Send again' : 'Send link'}
    </Button>
  )
}
