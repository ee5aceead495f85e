import type { User } from '#modules/accounts/api'
import { Suspense, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { matchPath, Outlet, useLocation } from 'react-router-dom'
import { Spinner } from '../../components/ui/page_spinner.tsx'
import { classNames } from '../../lib/class_names.ts'
import { isDrawnAhead } from '../../lib/drawn_ahead.ts'
import { lazyPart } from '../../lib/lazy_part.tsx'
import { toasts } from '../../lib/toasts.ts'
import { useMediaQuery } from '../../lib/use_media_query.ts'
import { screenPaths } from '../router/known_paths.ts'
import { TopBar } from './top_bar.tsx'

/** The same as the `lg` and `2xl` of the style sheet. */
const large = '(min-width: 64rem)'
const wide = '(min-width: 96rem)'

// Only for those who are signed in: a visitor's first page goes without.
const Sidebar = lazyPart(async () => (await import('./sidebar.tsx')).Sidebar)
const Toaster = lazyPart(async () => (await import('../../components/ui/toaster.tsx')).Toaster)
const LiveUpdates = lazyPart(async () => (await import('./live_updates.tsx')).LiveUpdates)
const TabBar = lazyPart(async () => (await import('./tab_bar.tsx')).TabBar)

/** The chunks of the frame that only signed-in people see. */
export const loadFrame = (): Promise<unknown> =>
  Promise.allSettled(
    isDrawnAhead
      ? [Sidebar.load(), TabBar.load()]
      : [(window.matchMedia?.(large).matches ? Sidebar : TabBar).load(), Toaster.load()]
  )

/**
 * The frame around every screen: skip link, top bar, the main menu (a sidebar on large screens, a bar at the bottom on
 * small ones), and the one main landmark, which takes the focus when the page changes.
 */
export function AppLayout({ user }: { user: User | null }) {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const lastPath = useRef(pathname)
  // Together with the page, and not a moment later: by then somebody may have tabbed on.
  useLayoutEffect(() => {
    if (lastPath.current === pathname) return
    lastPath.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  const isLarge = useMediaQuery(large)
  const isWide = useMediaQuery(wide)
  const hasToast = useSyncExternalStore(
    toasts.subscribe,
    () => toasts.current() !== null,
    () => false
  )
  const isChat = matchPath(screenPaths.chat, pathname) !== null

  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="fixed top-2 left-2 z-60 -translate-y-20 rounded-control bg-accent px-4 py-3 font-semibold text-on-accent focus:translate-y-0"
        onClick={(event) => {
          event.preventDefault()
          main.current?.focus()
        }}
      >
        Skip to content
      </a>
      <TopBar user={user} />
      <div className="flex flex-1 pr-[env(safe-area-inset-right)] pl-[env(safe-area-inset-left)]">
        {/* A chat has panels of its own, so the sidebar makes room until there is plenty. */}
        {user && (isLarge || isDrawnAhead) && (
          <SidebarPlace
            isCompact={isChat && !isWide}
            isAdmin={user.isAdmin}
            className={isDrawnAhead ? classNames('max-lg:hidden', isChat && '2xl:hidden') : undefined}
          />
        )}
        {user && isDrawnAhead && isChat && (
          <SidebarPlace isCompact={false} isAdmin={user.isAdmin} className="max-2xl:hidden" />
        )}
        <main ref={main} id="main" tabIndex={-1} className="flex min-w-0 flex-1 flex-col">
          <Suspense fallback={<Spinner />}>
            <Outlet context={user} />
          </Suspense>
        </main>
      </div>
      {/* In a chat the bottom belongs to the message being written. */}
      {user && !isLarge && !isChat && (
        <Suspense>
          {isDrawnAhead ? (
            <div className="contents lg:hidden">
              <TabBar />
            </div>
          ) : (
            <TabBar />
          )}
        </Suspense>
      )}
      {user && (
        <Suspense>
          <LiveUpdates />
        </Suspense>
      )}
      {/* There before it is needed: that the connection was lost can't be told by what must first be loaded. */}
      {(user || hasToast) && (
        <Suspense>
          <Toaster />
        </Suspense>
      )}
    </div>
  )
}

/** As wide before its content is there as after, so that nothing moves. */
function SidebarPlace({ isCompact, isAdmin, className }: { isCompact: boolean; isAdmin: boolean; className?: string }) {
  return (
    <aside
      aria-label="Sidebar"
      className={classNames(
        'sticky top-[calc(var(--top-bar)+1px)] h-[calc(100dvh-var(--top-bar)-1px)] shrink-0 overflow-y-auto overscroll-contain border-r border-line',
        isCompact ? 'w-19' : 'w-64',
        className
      )}
    >
      <Suspense>
        <Sidebar isCompact={isCompact} isAdmin={isAdmin} />
      </Suspense>
    </aside>
  )
}
