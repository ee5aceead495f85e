import { DashboardScreen } from '#web/features/admin/screens/dashboard_screen'
import { behindSecondFactor, SecondFactorHint } from './second_factor_gate.tsx'

export default behindSecondFactor(({ user }) => <DashboardScreen hint={<SecondFactorHint user={user} />} />)
