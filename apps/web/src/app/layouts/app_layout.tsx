import type { User } from '#modules/accounts/api'
import { Suspense, useEffect, useRef } from 'react'
import { Outlet, ScrollRestoration, useLocation } from 'react-router-dom'
import { Spinner } from '../../components/ui/spinner.tsx'
import { TopBar } from './top_bar.tsx'

/** The frame around every screen: skip link, top bar, and the one main landmark, which takes the focus when the page changes. */
export function AppLayout({ user }: { user: User | null }) {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const lastPath = useRef(pathname)
  useEffect(() => {
    if (lastPath.current === pathname) return
    lastPath.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])

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
      <main ref={main} id="main" tabIndex={-1} className="flex flex-1 flex-col">
        <Suspense fallback={<Spinner />}>
          <Outlet context={user} />
        </Suspense>
      </main>
      <ScrollRestoration />
    </div>
  )
}
