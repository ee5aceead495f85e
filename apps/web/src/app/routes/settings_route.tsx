import type { User } from '#modules/accounts/api'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useCallback, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import type { Tab } from '../../components/ui/tabs.tsx'
import { SettingsScreen } from '../../features/accounts/screens/settings_screen.tsx'
import { lazyPart } from '../../lib/lazy_part.tsx'
import { showsCharacters } from '../../lib/shows_characters.ts'

const AdminPanel = lazyPart(async () => (await import('./admin_panel_route.tsx')).AdminPanelRoute)

export function SettingsRoute({ user }: { user: User }) {
  const queryClient = useQueryClient()
  // What nobody looks at now is forgotten rather than shown once more as it was.
  const forgetCharacters = useCallback(() => {
    queryClient.removeQueries({ predicate: showsCharacters, type: 'inactive' })
    void queryClient.invalidateQueries({ predicate: showsCharacters })
  }, [queryClient])
  const moreTabs = useAdminTab(user)
  return <SettingsScreen user={user} onAdultContentChanged={forgetCharacters} moreTabs={moreTabs} />
}

/** One more tab for admins. What is in it is loaded once they open it, and by nobody else. */
function useAdminTab({ id, isAdmin }: User): Tab[] {
  const [query] = useSearchParams()
  const isOpen = query.get('tab') === adminTab
  const [wasOpened, setWasOpened] = useState(isOpen)
  if (isOpen && !wasOpened) setWasOpened(true)
  if (!isAdmin) return []
  const content = wasOpened && (
    <Suspense fallback={<AdminPanelSkeleton />}>
      <AdminPanel userId={id} />
    </Suspense>
  )
  return [{ value: adminTab, label: 'Admin', content }]
}

const adminTab = 'admin'

function AdminPanelSkeleton() {
  return (
    <div role="status" className="grid gap-6">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-11 w-80 max-w-full rounded-full!" />
      <Skeleton className="h-24" />
      <Skeleton className="h-64" />
    </div>
  )
}
