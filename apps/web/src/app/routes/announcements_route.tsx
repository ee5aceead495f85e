import { AnnouncementsScreen } from '#web/features/admin/screens/announcements_screen'
import { behindSecondFactor } from './second_factor_gate.tsx'

export default behindSecondFactor(AnnouncementsScreen)
