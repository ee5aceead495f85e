import { AdminPanel } from '../../features/admin/components/admin_panel.tsx'
import { screenPaths } from '../router/known_paths.ts'
import { adminLinks, adminTabAddress } from './admin_links.ts'

/** What the settings have for admins. */
export function AdminPanelRoute({ userId }: { userId: string }) {
  const elsewhere = adminLinks.filter(({ to }) => to !== adminTabAddress)
  return <AdminPanel userId={userId} links={elsewhere} charactersAddress={screenPaths.adminCharacters} />
}
