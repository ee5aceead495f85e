import { AuditScreen } from '../../features/admin/screens/audit_screen.tsx'
import { DashboardScreen } from '../../features/admin/screens/dashboard_screen.tsx'
import { adminLinks } from './admin_links.ts'

/** The admins' own screens, but for the characters': one part of the app, for them alone. */
export function AdminRoute({ screen }: { screen: 'dashboard' | 'audit' }) {
  return screen === 'dashboard' ? <DashboardScreen links={adminLinks} /> : <AuditScreen links={adminLinks} />
}
