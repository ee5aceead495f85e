import { AuditScreen } from '../../features/admin/screens/audit_screen.tsx'
import { DashboardScreen } from '../../features/admin/screens/dashboard_screen.tsx'
import { adminLinks } from './admin_links.ts'
import { SecondFactorFirst, SecondFactorHint } from './second_factor_first.tsx'

/** The admins' own screens, but for the characters': one part of the app, for them alone. */
export function AdminRoute({ screen }: { screen: 'dashboard' | 'audit' }) {
  return (
    <SecondFactorFirst level={1}>
      {screen === 'dashboard' ? (
        <DashboardScreen links={adminLinks} hint={<SecondFactorHint />} />
      ) : (
        <AuditScreen links={adminLinks} />
      )}
    </SecondFactorFirst>
  )
}
