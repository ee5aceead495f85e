import type { User } from '#modules/accounts/api'
import { useState } from 'react'
import { Navigate, useLocation, useSearchParams } from 'react-router-dom'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import type { Tab } from '#web/components/ui/tabs'
import { SettingsScreen } from '#web/features/accounts/screens/settings_screen'
import { lazyPart } from '#web/lib/lazy_part'
import { screens } from '#web/screens'
import { viewerOf } from '../router/viewer.ts'

const PublicProfileForm = lazyPart(
  async () => (await import('#web/features/community/components/public_profile_form')).PublicProfileForm,
  null
)

const AdminPanelTab = lazyPart(
  async () => (await import('./admin_panel_tab.tsx')).AdminPanelTab,
  <AdminPanelSkeleton />
)

export default function SettingsRoute({ user }: { user: User }) {
  const moreTabs = useAdminTab(user)
  const { search, hash } = useLocation()
  // Links from before two-step and linked sign-in had a screen of their own. Providers send users back here, too.
  if (hash === '#two-step' || /[?&](linked|proven)=/.test(search))
    return <Navigate to={{ pathname: screens.settingsSecurity.path, search, hash }} replace />
  return (
    <SettingsScreen
      user={user}
      moreTabs={moreTabs}
      profile={(onUnsaved) => <PublicProfileForm username={user.username} onUnsaved={onUnsaved} />}
    />
  )
}

/** The tab for the staff. Its content loads when it is first opened. */
function useAdminTab(user: User): Tab[] {
  const [query] = useSearchParams()
  const isOpen = query.get('tab') === adminTab
  const [wasOpened, setWasOpened] = useState(isOpen)
  if (isOpen && !wasOpened) setWasOpened(true)
  if (viewerOf(user) === 'member') return []
  const content = wasOpened && <AdminPanelTab user={user} />
  return [{ value: adminTab, label: 'Admin', content }]
}

const adminTab = 'admin'

function AdminPanelSkeleton() {
  return (
    <Loading label="Loading" className="grid gap-6">
      <Skeleton className="h-11 w-80 max-w-full rounded-full!" />
      <Skeleton className="h-24" />
      <Skeleton className="h-64" />
    </Loading>
  )
}
