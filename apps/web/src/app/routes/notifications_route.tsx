import { NotificationsScreen } from '../../features/accounts/screens/notifications_screen.tsx'
import { hasScreen, settings } from '../layouts/destinations.ts'

export function NotificationsRoute() {
  return <NotificationsScreen settingsAddress={hasScreen(settings) ? settings.to : null} />
}
