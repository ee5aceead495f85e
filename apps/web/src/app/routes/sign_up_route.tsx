import { SignUpScreen } from '#web/features/admin/screens/sign_up_screen'
import { behindSecondFactor } from './second_factor_gate.tsx'

export default behindSecondFactor(SignUpScreen)
