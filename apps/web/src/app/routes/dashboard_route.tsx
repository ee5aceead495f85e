import type { User } from '#modules/accounts/api'
import { DashboardScreen } from '#web/features/admin/screens/dashboard_screen'
import { SecondFactorGate, SecondFactorHint } from './second_factor_gate.tsx'

export default function DashboardRoute({ user }: { user: User }) {
  return (
    <SecondFactorGate user={user} level={1}>
      <DashboardScreen hint={<SecondFactorHint user={user} />} />
    </SecondFactorGate>
  )
}
