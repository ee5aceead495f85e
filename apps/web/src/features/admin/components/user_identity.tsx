import type { AdminUser } from '#modules/admin/api'
import type { ReactNode } from 'react'
import { Avatar } from '#web/components/shared/avatar'
import { Badge } from '#web/components/ui/badge'
import { displayName, roleNames } from '../texts.ts'

/** A user's picture and name, with a second line. */
export function UserIdentity({ user, children }: { user: AdminUser; children?: ReactNode }) {
  const name = displayName(user)
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Avatar address={user.profileImageUrl} name={name} size="s" />
      <span className="min-w-0">
        <span className="line-clamp-2 font-semibold wrap-anywhere">{name}</span>
        {children}
      </span>
    </span>
  )
}

export function UserBadges({ user, isSelf }: { user: AdminUser; isSelf: boolean }) {
  return (
    <span className="flex flex-wrap gap-1 empty:hidden">
      {isSelf && <Badge>You</Badge>}
      {user.role !== 'member' && <Badge tone="accent">{roleNames[user.role]}</Badge>}
      {user.disabledAt !== null && <Badge tone="danger">Disabled</Badge>}
    </span>
  )
}
