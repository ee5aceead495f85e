import type { User } from '#modules/accounts/api'
import { getAnnouncements } from '#modules/admin/calls'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { PageSpinner } from '#web/components/ui/page_spinner'
import { useRefreshUser } from '#web/components/shared/use_refresh_user'
import { visitorChats } from '#web/components/shared/visitor_chats'
import { agreementNeeded, callQuery } from '#web/lib/api_client'
import { classNames } from '#web/lib/class_names'
import { isServerRender } from '#web/lib/server_render'
import { inServerTask } from '#web/lib/server_tasks'
import { lazyPart } from '#web/lib/lazy_part'
import { alerts } from '#web/lib/alerts'
import { toasts } from '#web/lib/toasts'
import { useMediaQuery } from '#web/lib/use_media_query'
import { findScreen } from '#web/screens'
import { MemberBar, TopBar, VisitorBar } from './top_bar.tsx'

/** The breakpoint `lg` of the stylesheet. */
const large = '(min-width: 64rem)'
/** The breakpoint `xl`. */
const extraLarge = '(min-width: 80rem)'

// Only for signed-in users: the first page of a visitor does not load these.
const Sidebar = lazyPart(async () => (await import('./sidebar.tsx')).Sidebar)
const Toaster = lazyPart(async () => (await import('#web/components/ui/toaster')).Toaster, null)
const AlertHost = lazyPart(async () => (await import('#web/components/ui/alert_host')).AlertHost, null)
const LiveUpdates = lazyPart(async () => (await import('./live_updates.tsx')).LiveUpdates, null)
const AnnouncementBanners = lazyPart(async () => (await import('./announcement_banners.tsx')).AnnouncementBanners, null)
const AgeQuestion = lazyPart(
  async () => (await import('#web/features/accounts/components/age_question')).AgeQuestion,
  null
)
const AdoptVisitorChats = lazyPart(async () => (await import('./adopt_visitor_chats.tsx')).AdoptVisitorChats, null)
const TabBar = lazyPart(async () => (await import('./tab_bar.tsx')).TabBar)

const firstActs = ['pointerdown', 'keydown', 'scroll'] as const

/** Loads the chunk of the announcements, which most pages have none of. */
export const loadBanners = (): Promise<unknown> => AnnouncementBanners.load().catch(() => {})

/** Loads the chunks of the frame around the screens. */
export const loadFrame = (isForVisitors = false): Promise<unknown> => {
  if (isForVisitors) return Promise.allSettled([VisitorBar.load()])
  return Promise.allSettled(
    isServerRender
      ? [MemberBar.load(), Sidebar.load(), TabBar.load()]
      : [MemberBar.load(), (window.matchMedia?.(large).matches ? Sidebar : TabBar).load()]
  )
}

/**
 * The frame around every screen: skip link, top bar, main menu (a sidebar on large screens, a tab bar on small ones) and the
 * main landmark, which takes the focus when the page changes.
 */
export function AppLayout({ user, children }: { user: User | null; children: ReactNode }) {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const lastPath = useRef(pathname)
  // In the same commit as the page: later, the reader may have pressed Tab already.
  useLayoutEffect(() => {
    if (lastPath.current === pathname) return
    lastPath.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  const isLarge = useMediaQuery(large)
  const isExtraLarge = useMediaQuery(extraLarge)
  const hasToast = useSyncExternalStore(
    toasts.subscribe,
    () => toasts.current() !== null,
    () => false
  )
  const [hasVisitorChats] = useState(() => !isServerRender && visitorChats.all().length > 0)
  const hasAlert = useSyncExternalStore(
    alerts.subscribe,
    () => alerts.current() !== null,
    () => false
  )
  // Before its first use, because it also has to report a lost connection, and after the first view, which it would delay.
  useEffect(() => {
    if (!user) return
    const load = () => void Toaster.load().catch(() => {})
    for (const type of firstActs) window.addEventListener(type, load, { once: true, passive: true })
    return () => {
      for (const type of firstActs) window.removeEventListener(type, load)
    }
  }, [user])
  // New terms take the place of the screen once the user is read again.
  const refreshUser = useRefreshUser()
  useEffect(() => {
    if (!user) return
    window.addEventListener(agreementNeeded, refreshUser)
    return () => window.removeEventListener(agreementNeeded, refreshUser)
  }, [user, refreshUser])
  const screen = findScreen(pathname, 'member')
  const isChat = screen === 'chat' || screen === 'group'

  return (
    // On phones, the header of a chat takes the place of the top bar. Elsewhere, it is below the top bar, 3.75rem high.
    <div
      data-chat={isChat || undefined}
      className={classNames(
        'flex min-h-dvh flex-col',
        isChat && '[--toast-top:7.75rem] phone:[--toast-top:3rem] phone:[--top-bar:3rem]'
      )}
    >
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
      <div className={isChat ? 'contents phone:hidden' : 'contents'}>
        <TopBar user={user} />
      </div>
      {/* A chat fills the screen. Its composer tells of maintenance. */}
      {!isChat && <Announcements />}
      <div className="flex flex-1 pr-[env(safe-area-inset-right)] pl-[env(safe-area-inset-left)]">
        {user && (isLarge || isServerRender) && <SidebarPlace user={user} isNarrow={isChat && !isExtraLarge} />}
        <main ref={main} id="main" tabIndex={-1} className="flex min-w-0 flex-1 flex-col">
          <Suspense fallback={<PageSpinner />}>{inServerTask(children)}</Suspense>
        </main>
      </div>
      {/* In a chat, the composer takes the bottom of the screen. */}
      {user && !isLarge && !isChat && (
        <Suspense>
          {isServerRender ? (
            <div className="contents lg:hidden">
              <TabBar />
            </div>
          ) : (
            <TabBar />
          )}
        </Suspense>
      )}
      {user && <LiveUpdates />}
      {user?.adultClosed === 'age' && !user.agreementsWanted && !isServerRender && <AgeQuestion />}
      {user && hasVisitorChats && !user.agreementsWanted && <AdoptVisitorChats />}
      {hasToast && <Toaster />}
      {hasAlert && <AlertHost />}
    </div>
  )
}

/** Has its final width before its content loads, so that nothing shifts. */
function SidebarPlace({ user, isNarrow }: { user: User; isNarrow: boolean }) {
  return (
    <aside
      aria-label="Sidebar"
      className="sticky top-[calc(var(--top-bar)+1px)] h-[calc(100dvh-var(--top-bar)-1px)] w-64 shrink-0 border-r border-line max-lg:hidden rail:w-19"
    >
      <Suspense>{inServerTask(<Sidebar user={user} isNarrow={isNarrow} />)}</Suspense>
    </aside>
  )
}

/** Reads the announcements, and again when the reader returns to the tab. Loads how they look only if there are any. */
function Announcements() {
  const { data } = useQuery({ ...callQuery(getAnnouncements), staleTime: 60_000, refetchOnWindowFocus: true })
  if (!data || (data.maintenance === null && data.announcements.length === 0)) return null
  return <AnnouncementBanners {...data} />
}
