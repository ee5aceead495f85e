import { OutboxScreen } from '#web/features/admin/screens/outbox_screen'
import { behindSecondFactor } from './second_factor_gate.tsx'

export default behindSecondFactor(OutboxScreen)
