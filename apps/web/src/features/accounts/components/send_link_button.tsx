import { sendVerificationMail } from '#modules/accounts/calls'
import { useQueryClient } from '@tanstack/react-query'
import { Button, type ButtonLook } from '#web/components/ui/button'
import { isStatus, sentenceOf } from '#web/lib/api_error'
import { toast, toastError } from '#web/lib/toasts'
import { useCall } from '#web/lib/use_call'
import { currentUserQuery } from '../current_user.ts'

/** Sends a link that verifies the user's address. */
export function SendLinkButton({ look, size }: { look?: ButtonLook; size?: 's' | 'm' }) {
  const queryClient = useQueryClient()
  const send = useCall(sendVerificationMail)
  const onSend = async () => {
    try {
      const { message } = await send.mutateAsync()
      toast('Link Sent', message)
    } catch (error) {
      if (!isStatus(error, 409)) return toastError(error, 'Failed to send the link')
      // Another tab or device has verified the address.
      toast('Address Verified', sentenceOf(error, ''))
      void queryClient.refetchQueries(currentUserQuery())
    }
  }
  return (
    <Button look={look} size={size} isLoading={send.isPending} onClick={() => void onSend()}>
      {send.isSuccess ? 'Send again' : 'Send link'}
    </Button>
  )
}
