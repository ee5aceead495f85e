import { NotificationsScreen } from '../../features/accounts/screens/notifications_screen.tsx'
import { screens } from '../../screens.ts'

export default function NotificationsRoute() {
  return <NotificationsScreen settingsAddress={screens.settings.path} />
}
