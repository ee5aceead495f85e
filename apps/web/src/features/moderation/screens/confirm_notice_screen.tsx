import { confirmNotice } from '#modules/moderation/calls'
import CircleCheck from 'lucide-react/icons/circle-check'
import MailCheck from 'lucide-react/icons/mail-check'
import MailX from 'lucide-react/icons/mail-x'
import { Button, ButtonLink } from '#web/components/ui/button'
import { EmptyState } from '#web/components/ui/empty_state'
import { isStatus, sentenceOf } from '#web/lib/api_error'
import { useCall } from '#web/lib/use_call'
import { screens } from '#web/screens'

/** Confirms the address of a notice. A button does it, because mail programs open links by themselves. */
export function ConfirmNoticeScreen({ token }: { token: string }) {
  const confirming = useCall(confirmNotice)
  const confirm = () => confirming.mutate({ body: { token } })
  if (confirming.isSuccess)
    return (
      <EmptyState
        level={1}
        icon={<CircleCheck />}
        title="Thank you"
        text="Moderators look at your notice. We answer by mail."
      />
    )
  if (isStatus(confirming.error, 404))
    return (
      <EmptyState
        level={1}
        icon={<MailX />}
        title="This link doesn’t work"
        text={sentenceOf(confirming.error, 'It has expired, or is incomplete.')}
      >
        <ButtonLink to={screens.report.path} look="primary">
          Send the form again
        </ButtonLink>
      </EmptyState>
    )
  return (
    <EmptyState
      level={1}
      icon={<MailCheck />}
      title="Confirm your notice"
      text={
        confirming.isError
          ? sentenceOf(confirming.error, 'Couldn’t confirm it. Please try again.')
          : 'This shows us that the e-mail address is yours.'
      }
    >
      <Button look="primary" isLoading={confirming.isPending} onClick={confirm}>
        Confirm
      </Button>
    </EmptyState>
  )
}
