import type { User } from '#modules/accounts/api'
import { createContext, use, useEffect, useRef, useState, type ReactNode } from 'react'
import { useLocation, useOutletContext } from 'react-router-dom'
import { Spinner } from '../../components/ui/page_spinner.tsx'
import { useCurrentUser } from '../../features/accounts/api/get_current_user.ts'
import { signInAgain } from '../../lib/sign_in_again.ts'
import { AppLayout, loadFrame } from '../layouts/app_layout.tsx'
import { NotFoundScreen } from './not_found_screen.tsx'

/** Who looks, as far as it decides what there is to see. */
export type Who = 'visitor' | 'user' | 'admin'

interface SessionProps {
  /** Fetches the chunk of the screen that they see at a path. */
  loadScreen: (path: string, who: Who) => Promise<unknown>
}

/** Waits for who is there, then shows the app to them. Whoever was there stays on screen while a lost session is told about. */
export function Session({ loadScreen }: SessionProps) {
  const { data, isPending } = useCurrentUser()
  const [lastUser, setLastUser] = useState<User | null>(null)
  if (data && data !== lastUser) setLastUser(data)
  const hasEnded = data === null && lastUser !== null
  useEffect(() => {
    if (hasEnded) signInAgain()
  }, [hasEnded])

  const hasParts = useFirstParts(isPending ? undefined : whoIs(data ?? null), loadScreen)
  if (isPending || !hasParts) {
    return (
      <main className="flex min-h-dvh">
        <Spinner />
      </main>
    )
  }
  return <AppLayout user={data ?? lastUser} />
}

export const whoIs = (user: User | null): Who => (user === null ? 'visitor' : user.isAdmin ? 'admin' : 'user')

/** The chunks of the page at this path, and of the frame around it. A part that does not come is told about where it is missing. */
export const loadFirstParts = (path: string, who: Who, loadScreen: SessionProps['loadScreen']) =>
  Promise.allSettled([loadScreen(path, who), who === 'visitor' ? null : loadFrame()])

/** Whether the chunks of the first page are there from the beginning: where the server has drawn it, they were waited for. */
export const HasFirstParts = createContext(false)

/**
 * Whether the chunks of the first page are there. They are asked for together, before the frame is shown: React holds
 * back what follows a fallback for 300 ms, and that would be most of the time until there is something to see.
 */
function useFirstParts(who: Who | undefined, loadScreen: SessionProps['loadScreen']): boolean {
  const [hasParts, setHasParts] = useState(use(HasFirstParts))
  const { pathname } = useLocation()
  const firstPath = useRef(pathname)
  useEffect(() => {
    if (who === undefined) return
    let isOver = false
    void loadFirstParts(firstPath.current, who, loadScreen).then(() => {
      if (!isOver) setHasParts(true)
    })
    return () => {
      isOver = true
    }
  }, [who, loadScreen])
  return hasParts
}

/** The signed-in user, or null, below `Session`. */
export function useSessionUser(): User | null {
  return useOutletContext<User | null>()
}

/** Signed out, the address does not exist. */
export function SignedInOnly({ children }: { children: (user: User) => ReactNode }) {
  const user = useSessionUser()
  return user ? children(user) : <NotFoundScreen />
}

/** For all but admins, the address does not exist. The server asks again on every call. */
export function AdminsOnly({ children }: { children: (user: User) => ReactNode }) {
  const user = useSessionUser()
  return user?.isAdmin ? children(user) : <NotFoundScreen />
}
