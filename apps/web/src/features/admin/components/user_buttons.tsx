import { outranks, type User } from '#modules/accounts/api'
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

/** The buttons for what the viewer may do with this person. Nobody acts on people of an equal or higher role. */
export function UserButtons({ user, self, onAdjust, onChangeRole, onToggle }: { user: AdminUser } & UserActions) {
  const name = displayName(user)
  const isBelow = user.id !== self.id && outranks(self.role, user.role)
  return (
    <span className="inline-flex gap-1.5">
      {hasRubies() && self.role !== 'moderator' && (isBelow || (self.isAdmin && user.id === self.id)) && (
        <Button size="s" aria-label={`Adjust rubies of ${name}`} onClick={() => onAdjust(user)}>
          Rubies
        </Button>
      )}
      {self.isAdmin && isBelow && (
        <Button size="s" aria-label={`Change role of ${name}`} onClick={() => onChangeRole(user)}>
          Role
        </Button>
      )}
      {self.role !== 'support' && isBelow && (
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
