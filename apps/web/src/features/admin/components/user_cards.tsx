import type { AdminUser } from '#modules/admin/api'
import type { ReactNode } from 'react'
import { Rubies } from '#web/components/shared/rubies'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { hasRubies } from '#web/lib/has_rubies'
import { UserIdentity, UserBadges } from './user_identity.tsx'
import { UserButtons, type UserActions } from './user_buttons.tsx'
import { createdOn } from '../texts.ts'

const listClasses = 'grid grid-cols-[minmax(0,1fr)] gap-3 md:grid-cols-2'
const cardClasses = 'rounded-card border border-line bg-raised p-4'

/** The users as cards, for narrow screens. */
export function UserCards({ users, ...actions }: { users: readonly AdminUser[] } & UserActions) {
  return (
    <ul aria-label="Users, newest first" className={listClasses}>
      {users.map((user) => (
        <li key={user.id} className={`${cardClasses} flex flex-col gap-4`}>
          <div className="flex items-start justify-between gap-3">
            <UserIdentity user={user}>
              <span className="block text-sm break-words text-soft">{user.email}</span>
            </UserIdentity>
          </div>
          <dl className="grid grid-cols-2 gap-x-4 gap-y-2.5 text-ui">
            {hasRubies() && (
              <>
                <Fact name="Rubies">
                  <Rubies amount={user.rubies} />
                </Fact>
                <Fact name="Debt">
                  {user.debt > 0 ? <span className="text-warning-text">{user.debt.toLocaleString('en')}</span> : '–'}
                </Fact>
              </>
            )}
            <Fact name="Username">{user.username ?? '–'}</Fact>
            <Fact name="Created">{createdOn(user)}</Fact>
          </dl>
          <UserBadges user={user} isSelf={user.id === actions.self.id} />
          <div className="mt-auto empty:hidden">
            <UserButtons user={user} {...actions} />
          </div>
        </li>
      ))}
    </ul>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-faint">{name}</dt>
      <dd className="break-words tabular-nums">{children}</dd>
    </div>
  )
}

const skeletonCount = 3

export function UserCardsSkeleton() {
  return (
    <Loading label="Loading users">
      <div aria-hidden className={listClasses}>
        {Array.from({ length: skeletonCount }, (_, index) => (
          <div key={index} data-testid="user-skeleton" className={`${cardClasses} grid gap-4`}>
            <span className="flex items-center gap-3">
              <Skeleton className="size-9 rounded-full!" />
              <span className="grid flex-1 gap-2">
                <Skeleton className="h-4 w-32" />
                <Skeleton className="h-3 w-44 max-w-full" />
              </span>
            </span>
            <Skeleton className="h-20" />
            <Skeleton className="h-9 w-40" />
          </div>
        ))}
      </div>
    </Loading>
  )
}
