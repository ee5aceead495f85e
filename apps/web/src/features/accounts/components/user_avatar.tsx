import { isOwnNonPicture, type User } from '#modules/accounts/api'
import { useContext, useState } from 'react'
import { OwnHosts } from '#web/lib/own_hosts'

/** The profile image, else the first letter of the first name, else 'U'. */
export function UserAvatar({ user }: { user: Pick<User, 'profileImageUrl' | 'firstName'> }) {
  const [failed, setFailed] = useState<string | null>(null)
  const ownHosts = useContext(OwnHosts)
  const letter = [...(user.firstName?.trim() ?? '')][0]?.toUpperCase() ?? 'U'
  return (
    <span
      aria-hidden
      className="grid size-9 place-items-center overflow-hidden rounded-full border border-line bg-hover text-sm font-semibold text-text"
    >
      {user.profileImageUrl && user.profileImageUrl !== failed && !isOwnNonPicture(user.profileImageUrl, ownHosts) ? (
        <img
          src={user.profileImageUrl}
          alt=""
          width={36}
          height={36}
          referrerPolicy="no-referrer"
          className="size-full object-cover"
          onError={() => setFailed(user.profileImageUrl)}
        />
      ) : (
        letter
      )}
    </span>
  )
}
