import type { User } from '#modules/accounts/api'
import { Suspense } from 'react'
import { classNames } from '#web/lib/class_names'
import { lazyPart } from '#web/lib/lazy_part'

// One viewer's first page doesn't load the other's.
export const MemberBar = lazyPart(async () => (await import('./member_bar.tsx')).MemberBar)
export const VisitorBar = lazyPart(async () => (await import('./visitor_bar.tsx')).VisitorBar)

export function TopBar({ user }: { user: User | null }) {
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-bg/85 pr-[env(safe-area-inset-right)] pl-[env(safe-area-inset-left)] backdrop-blur-md">
      <div
        className={classNames(
          'flex h-bar items-center gap-2 px-4 sm:gap-4 sm:px-6',
          user === null && 'mx-auto max-w-[90rem]'
        )}
      >
        <Suspense>{user ? <MemberBar user={user} /> : <VisitorBar />}</Suspense>
      </div>
    </header>
  )
}
