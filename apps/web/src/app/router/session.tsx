import type { User } from '#modules/accounts/api'
import { createContext, use, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { redirectToSignIn } from '#web/components/shared/sign_in_redirect'
import { PageSpinner } from '#web/components/ui/page_spinner'
import { useCurrentUser } from '#web/features/accounts/current_user'
import type { Viewer } from '#web/screens'
import { AppLayout, loadFrame } from '../layouts/app_layout.tsx'
import { loadScreen } from './screen_parts.ts'
import { ScreenRoutes } from './screen_routes.tsx'
import { viewerOf } from './viewer.ts'

/**
 * Waits for the current user, then shows the app. When the session ends, the last user's screen stays until the redirect to the
 * sign-in page.
 */
export function Session() {
  const { data, isPending } = useCurrentUser()
  const [lastUser, setLastUser] = useState<User | null>(null)
  if (data && data !== lastUser) setLastUser(data)
  const hasEnded = data === null && lastUser !== null
  useEffect(() => {
    if (hasEnded) redirectToSignIn()
  }, [hasEnded])

  const hasChunks = useFirstChunks(isPending ? undefined : viewerOf(data ?? null))
  if (isPending || !hasChunks) {
    return (
      <main className="flex min-h-dvh">
        <PageSpinner />
      </main>
    )
  }
  const user = data ?? lastUser
  return (
    <AppLayout user={user}>
      <ScreenRoutes user={user} />
    </AppLayout>
  )
}

/** Loads the chunks of a first page and of the frame around it. Errors surface where a missing chunk is rendered. */
export const loadFirstChunks = (pathname: string, viewer: Viewer): Promise<unknown> =>
  Promise.allSettled([loadScreen(pathname, viewer), loadFrame(viewer === 'visitor')])

/** True when `main.tsx` has loaded the first chunks before rendering, to replace a page that the server rendered. */
export const HasFirstChunks = createContext(false)

/**
 * Whether the chunks of the first page are loaded. They load together, before the frame is shown: after a fallback, React delays
 * content by 300 ms, which would be most of the time to the first content.
 */
function useFirstChunks(viewer: Viewer | undefined): boolean {
  const [hasChunks, setHasChunks] = useState(use(HasFirstChunks))
  const { pathname } = useLocation()
  const firstPath = useRef(pathname)
  useEffect(() => {
    if (viewer === undefined) return
    let isUnmounted = false
    void loadFirstChunks(firstPath.current, viewer).then(() => {
      if (!isUnmounted) setHasChunks(true)
    })
    return () => {
      isUnmounted = true
    }
  }, [viewer])
  return hasChunks
}
