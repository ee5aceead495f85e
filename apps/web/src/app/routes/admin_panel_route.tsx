import { AdminPanel } from '../../features/admin/components/admin_panel.tsx'
import { screenPaths } from '../router/known_paths.ts'
import { adminLinks, adminTabAddress } from './admin_links.ts'

/** What the settings have for admins. */
export function AdminPanelRoute({ userId }: { userId: string }) {
  return (
    <AdminPanel
      userId={userId}
      links={adminLinks}
      here={adminTabAddress}
      dashboardAddress={screenPaths.admin}
      charactersAddress={screenPaths.adminCharacters}
    />
  )
}
