import { mayActOn, type User } from '#modules/accounts/api'
import type { AdminUser } from '#modules/admin/api'
import { Button } from '#web/components/ui/button'
import { hasRubies } from '#web/lib/has_rubies'
import { displayName } from '../texts.ts'

export interface UserActions {
  self: Pick<User, 'id' | 'role' | 'isAdmin'>
  onAdjust: (user: AdminUser) => void
  onChangeRole: (user: AdminUser) => void
  onToggle: (user: AdminUser) => void
}

/** The buttons for what the viewer may do with this person. */
export function UserButtons({ user, self, onAdjust, onChangeRole, onToggle }: { user: AdminUser } & UserActions) {
  const name = displayName(user)
  const isPermitted = mayActOn(self, user)
  const isOther = user.id !== self.id
  return (
    <span className="inline-flex gap-1.5">
      {hasRubies() && self.role !== 'moderator' && isPermitted && (
        <Button size="s" aria-label={`Adjust rubies of ${name}`} onClick={() => onAdjust(user)}>
          Rubies
        </Button>
      )}
      {self.isAdmin && isPermitted && isOther && (
        <Button size="s" aria-label={`Change role of ${name}`} onClick={() => onChangeRole(user)}>
          Role
        </Button>
      )}
      {self.role !== 'support' && isPermitted && isOther && (
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
