import type { AdminUser } from '#modules/admin/api'
import type { ReactNode } from 'react'
import { Rubies } from '#web/components/shared/rubies'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { hasRubies } from '#web/lib/has_rubies'
import { UserIdentity, UserBadges } from './user_identity.tsx'
import { UserButtons, type UserActions } from './user_buttons.tsx'
import { createdOn } from '../texts.ts'

const columns = () => ['User', 'E-mail', 'Username', ...(hasRubies() ? ['Rubies', 'Debt'] : []), 'Created']
const cell = 'px-3 py-2.5 first:pl-5 last:pr-3'

export function UserTable({ users, ...actions }: { users: readonly AdminUser[] } & UserActions) {
  return (
    <Frame>
      {users.map((user) => (
        <tr key={user.id} className={user.disabledAt === null ? undefined : 'text-faint'}>
          <th scope="row" className={`${cell} w-56 max-w-56 text-left font-normal`}>
            <UserIdentity user={user}>
              <UserBadges user={user} isSelf={user.id === actions.self.id} />
            </UserIdentity>
          </th>
          <td className={`${cell} max-w-60 text-sm wrap-anywhere text-soft`}>{user.email}</td>
          <td className={`${cell} max-w-36 text-sm wrap-anywhere text-soft`}>{user.username ?? <EmptyCell />}</td>
          {hasRubies() && (
            <>
              <td className={`${cell} text-right`}>
                <Rubies amount={user.rubies} />
              </td>
              <td className={`${cell} text-right tabular-nums`}>
                {user.debt > 0 ? (
                  <span className="text-warning-text">{user.debt.toLocaleString('en')}</span>
                ) : (
                  <EmptyCell />
                )}
              </td>
            </>
          )}
          <td className={`${cell} text-sm whitespace-nowrap text-soft`}>{createdOn(user)}</td>
          <td className={`${cell} text-right whitespace-nowrap text-text`}>
            <UserButtons user={user} {...actions} />
          </td>
        </tr>
      ))}
    </Frame>
  )
}

const EmptyCell = () => (
  <span className="text-faint">
    <span aria-hidden>–</span>
    <span className="sr-only">none</span>
  </span>
)

function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="overflow-x-auto rounded-card border border-line bg-raised">
      <table className="w-full text-ui">
        <caption className="sr-only">Users, newest first</caption>
        <thead className="text-left text-xs text-faint">
          <tr className="border-b border-line">
            {columns().map((name) => (
              <th
                key={name}
                scope="col"
                className={`${cell} font-semibold ${name === 'Rubies' || name === 'Debt' ? 'text-right' : ''}`}
              >
                {name}
              </th>
            ))}
            <th scope="col" className={cell}>
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">{children}</tbody>
      </table>
    </div>
  )
}

const skeletonCount = 3

export function UserTableSkeleton() {
  return (
    <Loading label="Loading users">
      <div aria-hidden>
        <Frame>
          {Array.from({ length: skeletonCount }, (_, index) => (
            <tr key={index} data-testid="user-skeleton">
              <td className={cell}>
                <span className="flex items-center gap-3">
                  <Skeleton className="size-9 rounded-full!" />
                  <Skeleton className="h-4 w-28" />
                </span>
              </td>
              {['w-40', 'w-20', 'w-12', 'w-8', 'w-20', 'w-36'].map((width, at) => (
                <td key={at} className={cell}>
                  <Skeleton className={`h-4 ${width}`} />
                </td>
              ))}
            </tr>
          ))}
        </Frame>
      </div>
    </Loading>
  )
}
