import type { User } from '#modules/accounts/api'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useCallback, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { Skeleton } from '#web/components/ui/skeleton'
import type { Tab } from '#web/components/ui/tabs'
import { SettingsScreen } from '#web/features/accounts/screens/settings_screen'
import { useModels } from '#web/features/chat/api/list_models'
import { lazyPart } from '#web/lib/lazy_part'
import { isCharacterQuery } from '#web/components/shared/character_queries'

const AdminPanelTab = lazyPart(async () => (await import('./admin_panel_tab.tsx')).AdminPanelTab)

export default function SettingsRoute({ user }: { user: User }) {
  const queryClient = useQueryClient()
  // Inactive queries are removed, so that no screen shows their old answers first.
  const forgetCharacters = useCallback(() => {
    queryClient.removeQueries({ predicate: isCharacterQuery, type: 'inactive' })
    void queryClient.invalidateQueries({ predicate: isCharacterQuery })
  }, [queryClient])
  const moreTabs = useAdminTab(user)
  return (
    <SettingsScreen user={user} onAdultContentChanged={forgetCharacters} models={useModels()} moreTabs={moreTabs} />
  )
}

/** The tab for admins. Its content loads when an admin first opens it. */
function useAdminTab(user: User): Tab[] {
  const [query] = useSearchParams()
  const isOpen = query.get('tab') === adminTab
  const [wasOpened, setWasOpened] = useState(isOpen)
  if (isOpen && !wasOpened) setWasOpened(true)
  if (!user.isAdmin) return []
  const content = wasOpened && (
    <Suspense fallback={<AdminPanelSkeleton />}>
      <AdminPanelTab user={user} />
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
