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
  if (!isPermitted) return null
  const maySetRubies = hasRubies() && self.role !== 'moderator'
  const mayDisable = self.role !== 'support' && isOther
  if (!maySetRubies && !mayDisable) return null
  return (
    <span className="inline-flex gap-1.5">
      {maySetRubies && (
        <Button size="s" aria-label={`Adjust rubies of ${name}`} onClick={() => onAdjust(user)}>
          Rubies
        </Button>
      )}
      {self.isAdmin && isOther && (
        <Button size="s" aria-label={`Change role of ${name}`} onClick={() => onChangeRole(user)}>
          Role
        </Button>
      )}
      {mayDisable && (
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
