import type { User } from '#modules/accounts/api'
import { AuditScreen } from '#web/features/admin/screens/audit_screen'
import { SecondFactorGate } from './second_factor_gate.tsx'

export default function AuditRoute({ user }: { user: User }) {
  return (
    <SecondFactorGate user={user} level={1}>
      <AuditScreen />
    </SecondFactorGate>
  )
}
