import { HeldScreen } from '#web/features/admin/screens/held_screen'
import { behindSecondFactor } from './second_factor_gate.tsx'

export default behindSecondFactor(({ user }) => <HeldScreen isAdmin={user.isAdmin} />)
