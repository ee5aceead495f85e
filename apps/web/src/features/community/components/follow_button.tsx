import { signInAddress } from '#modules/accounts/calls'
import UserCheck from 'lucide-react/icons/user-check'
import UserPlus from 'lucide-react/icons/user-plus'
import { Button, buttonClasses, type ButtonSize } from '#web/components/ui/button'
import { screens } from '#web/screens'
import { useFollowing, useToggleFollow } from '../following.ts'

interface FollowButtonProps {
  creator: { id: string; name: string }
  size?: ButtonSize
  /** Whether the number of followers is shown. */
  showsCount?: boolean
}

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })

/** Follows a creator, or stops it. For signed-in users, on what others made. */
export function FollowButton({ creator: { id, name }, size = 'm', showsCount = false }: FollowButtonProps) {
  const { data } = useFollowing(id, true)
  const toggle = useToggleFollow(id)
  const isFollowed = data?.isFollowed ?? false
  const Icon = isFollowed ? UserCheck : UserPlus
  return (
    <Button
      size={size}
      look={isFollowed ? 'outline' : 'primary'}
      aria-pressed={isFollowed}
      aria-label={`${isFollowed ? 'Following' : 'Follow'} ${name}`}
      isIdle={data === undefined}
      onClick={() => toggle.mutate(!isFollowed)}
    >
      <Icon aria-hidden className="size-4" />
      {isFollowed ? 'Following' : 'Follow'}
      {showsCount && data && (
        <span className="font-normal tabular-nums opacity-80">{compact.format(data.followers)}</span>
      )}
    </Button>
  )
}

/** Leads visitors to an account, and back to the creator's page. */
export function FollowLink({ username }: { username: string }) {
  return (
    <a
      href={signInAddress('register', screens.creator.href({ username }))}
      rel="nofollow"
      className={buttonClasses('primary')}
    >
      <UserPlus aria-hidden className="size-4" />
      Follow
    </a>
  )
}
