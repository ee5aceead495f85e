import { AuditScreen } from '#web/features/admin/screens/audit_screen'
import { behindSecondFactor } from './second_factor_gate.tsx'

export default behindSecondFactor(AuditScreen)
