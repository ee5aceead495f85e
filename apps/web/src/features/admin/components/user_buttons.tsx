import type { AdminUser } from '#modules/admin/api'
import { Button } from '#web/components/ui/button'
import { hasRubies } from '#web/lib/has_rubies'
import { displayName } from '../texts.ts'

export interface UserActions {
  /** Admins can't disable themselves. */
  selfId: string
  onAdjust: (user: AdminUser) => void
  onToggle: (user: AdminUser) => void
}

export function UserButtons({ user, selfId, onAdjust, onToggle }: { user: AdminUser } & UserActions) {
  const name = displayName(user)
  return (
    <span className="inline-flex gap-1.5">
      {hasRubies() && (
        <Button size="s" aria-label={`Adjust rubies of ${name}`} onClick={() => onAdjust(user)}>
          Rubies
        </Button>
      )}
      {user.id !== selfId && (
        <Button
          size="s"
          look={user.disabledAt === null ? 'quiet' : 'outline'}
          aria-label={`${user.disabledAt === null ? 'Disable' : 'Enable'} account of ${name}`}
          onClick={() => onToggle(user)}
        >
          {user.disabledAt === null ? 'Disable' : 'Enable'}
        </Button>
      )}
    </span>
  )
}
