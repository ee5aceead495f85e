import type { User } from '#modules/accounts/api'
import { AdminPanel } from '#web/features/admin/components/admin_panel'
import { SecondFactorGate } from './second_factor_gate.tsx'

/** The tab of the settings for the staff. */
export function AdminPanelTab({ user }: { user: User }) {
  return (
    <SecondFactorGate user={user} level={2}>
      <AdminPanel self={user} />
    </SecondFactorGate>
  )
}
