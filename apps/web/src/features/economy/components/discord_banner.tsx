import { discordRewardRubies } from '#config/economy'
import { claimDiscordReward } from '#modules/economy/calls'
import ExternalLink from 'lucide-react/icons/external-link'
import MessagesSquare from 'lucide-react/icons/messages-square'
import { useState } from 'react'
import { useRefreshUser } from '#web/components/shared/use_refresh_user'
import { Banner } from '#web/components/ui/banner'
import { Button, buttonClasses } from '#web/components/ui/button'
import { isStatus, sentenceOf } from '#web/lib/api_error'
import { focusMain } from '#web/lib/focus_main'
import { storage } from '#web/lib/storage'
import { toast, toastFailure } from '#web/lib/toasts'
import { useCall } from '#web/lib/use_call'

const dismissedKey = (userId: string) => `facet:discord-dismissed:${userId}`

interface DiscordBannerProps {
  userId: string
  invite: string
  hasJoined: boolean
}

/** The Discord invitation and its reward, until claimed or dismissed. */
export function DiscordBanner({ userId, invite, hasJoined }: DiscordBannerProps) {
  const refreshUser = useRefreshUser()
  const claim = useCall(claimDiscordReward)
  const [isDismissed, setIsDismissed] = useState(() => storage.get(dismissedKey(userId)) !== null)
  const [isInvited, setIsInvited] = useState(false)
  if (hasJoined || isDismissed || claim.isSuccess || isStatus(claim.error, 409)) return null

  const onClaim = async () => {
    try {
      const { message } = await claim.mutateAsync()
      toast('Discord Reward Claimed', message)
      refreshUser()
      focusMain()
    } catch (error) {
      if (isStatus(error, 401)) return
      toastFailure(
        isStatus(error, 409) ? 'Already Claimed' : 'Error',
        sentenceOf(error, 'Failed to claim the Discord reward')
      )
      if (isStatus(error, 409)) {
        refreshUser()
        focusMain()
      }
    }
  }
  return (
    <Banner
      dismissedKey={dismissedKey(userId)}
      icon={<MessagesSquare />}
      title={`Join our Discord for ${discordRewardRubies} rubies`}
      text={
        isInvited ? (
          <InviteLink invite={invite} className={inlineClasses} />
        ) : (
          <button type="button" className={inlineClasses} disabled={claim.isPending} onClick={() => void onClaim()}>
            Already joined? Claim now
          </button>
        )
      }
      onDismiss={() => {
        storage.set(dismissedKey(userId), new Date().toISOString())
        setIsDismissed(true)
        focusMain()
      }}
      action={
        isInvited ? (
          <Button autoFocus isLoading={claim.isPending} onClick={() => void onClaim()}>
            Claim {discordRewardRubies} rubies
          </Button>
        ) : (
          <InviteLink invite={invite} className={buttonClasses()} onOpen={() => setIsInvited(true)} />
        )
      }
    />
  )
}

const inlineClasses = '-my-1 py-1 text-left underline decoration-line-strong underline-offset-3 hover:text-text'

function InviteLink({ invite, className, onOpen }: { invite: string; className: string; onOpen?: () => void }) {
  return (
    <a href={invite} target="_blank" rel="noopener noreferrer" className={className} onClick={onOpen}>
      {onOpen ? 'Join Discord' : 'Open the invite again'}
      {onOpen && <ExternalLink aria-hidden className="size-4" />}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}
