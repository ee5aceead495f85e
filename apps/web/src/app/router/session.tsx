import type { User } from '#modules/accounts/api'
import { useEffect, useState, type ReactNode } from 'react'
import { useOutletContext } from 'react-router-dom'
import { Spinner } from '../../components/ui/spinner.tsx'
import { useCurrentUser } from '../../features/accounts/api/get_current_user.ts'
import { signInAgain } from '../../lib/sign_in_again.ts'
import { AppLayout } from '../layouts/app_layout.tsx'
import { NotFoundScreen } from './not_found_screen.tsx'

/** Waits for who is there, then shows the app to them. Whoever was there stays on screen while a lost session is told about. */
export function Session() {
  const { data, isPending } = useCurrentUser()
  const [lastUser, setLastUser] = useState<User | null>(null)
  if (data && data !== lastUser) setLastUser(data)
  const hasEnded = data === null && lastUser !== null
  useEffect(() => {
    if (hasEnded) signInAgain()
  }, [hasEnded])

  if (isPending) return <Spinner />
  return <AppLayout user={data ?? lastUser} />
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
