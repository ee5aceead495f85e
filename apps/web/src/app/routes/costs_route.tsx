import { CostsScreen } from '#web/features/admin/screens/costs_screen'
import { behindSecondFactor } from './second_factor_gate.tsx'

export default behindSecondFactor(CostsScreen)
