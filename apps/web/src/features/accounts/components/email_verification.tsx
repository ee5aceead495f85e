import type { User } from '#modules/accounts/api'
import { Alert } from '#web/components/ui/alert'
import { SendLinkButton } from './send_link_button.tsx'

/** Whether the saved address is verified, and a button that sends a link. */
export function EmailVerification({ email, emailVerified }: Pick<User, 'email' | 'emailVerified'>) {
  return emailVerified ? (
    <Alert tone="success">
      <span className="break-all">{email}</span> is verified.
    </Alert>
  ) : (
    <Alert action={<SendLinkButton size="s" />}>
      <span className="break-all">{email}</span> isn’t verified. We send a link that verifies it.
    </Alert>
  )
}
