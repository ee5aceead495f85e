import type { AdminUser } from '#modules/admin/api'
import { Button } from '../../../components/ui/button.tsx'
import { displayName } from '../display_name.ts'

/** What can be done to one user. */
export interface UserActions {
  /** Who looks: nobody disables themselves. */
  selfId: string
  onAdjust: (user: AdminUser) => void
  onToggle: (user: AdminUser) => void
}

export function UserButtons({ user, selfId, onAdjust, onToggle }: { user: AdminUser } & UserActions) {
  const name = displayName(user)
  return (
    <span className="inline-flex gap-1.5">
      <Button size="s" aria-label={`Adjust rubies of ${name}`} onClick={() => onAdjust(user)}>
        Rubies
      </Button>
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
