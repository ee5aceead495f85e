import { AdminPanel } from '../../features/admin/components/admin_panel.tsx'
import { screenPaths } from '../router/known_paths.ts'
import { adminLinks, adminTabAddress } from './admin_links.ts'
import { SecondFactorFirst } from './second_factor_first.tsx'

/** What the settings have for admins. */
export function AdminPanelRoute({ userId }: { userId: string }) {
  const elsewhere = adminLinks.filter(({ to }) => to !== adminTabAddress)
  return (
    <SecondFactorFirst level={2}>
      <AdminPanel userId={userId} links={elsewhere} charactersAddress={screenPaths.adminCharacters} />
    </SecondFactorFirst>
  )
}
