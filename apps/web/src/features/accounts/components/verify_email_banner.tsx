import type { User } from '#modules/accounts/api'
import MailCheck from 'lucide-react/icons/mail-check'
import { Banner } from '#web/components/ui/banner'
import { SendLinkButton } from './send_link_button.tsx'

/** Tells new users how to get the welcome rubies that wait for their address. */
export function VerifyEmailBanner({ user }: { user: Pick<User, 'email' | 'welcomeRubiesWaiting'> }) {
  return (
    <Banner
      tone="accent"
      icon={<MailCheck />}
      title={`${user.welcomeRubiesWaiting} welcome rubies are waiting`}
      text={
        <>
          Open the link that we sent to <span className="break-all">{user.email}</span>.
        </>
      }
      action={<SendLinkButton look="outline" />}
    />
  )
}
