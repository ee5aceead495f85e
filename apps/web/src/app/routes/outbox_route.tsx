import type { User } from '#modules/accounts/api'
import { OutboxScreen } from '#web/features/admin/screens/outbox_screen'
import { SecondFactorGate } from './second_factor_gate.tsx'

export default function OutboxRoute({ user }: { user: User }) {
  return (
    <SecondFactorGate user={user} level={1}>
      <OutboxScreen />
    </SecondFactorGate>
  )
}
