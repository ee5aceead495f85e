import type { AdminUser } from '#modules/admin/api'
import { Button } from '../../../components/ui/button.tsx'
import { personName } from '../person_name.ts'
import type { UserActions } from './user_list.tsx'

/** What can be done to one user. Nobody disables themselves. */
export function UserButtons({ user, selfId, onAdjust, onToggle }: { user: AdminUser } & UserActions) {
  const name = personName(user)
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
