import { NotificationsScreen } from '#web/features/accounts/screens/notifications_screen'
import { screens } from '#web/screens'

export default function NotificationsRoute() {
  return <NotificationsScreen settingsAddress={screens.settings.path} />
}
