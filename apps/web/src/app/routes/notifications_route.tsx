import { NotificationsScreen } from '#web/features/accounts/screens/notifications_screen'

export default function NotificationsRoute() {
  return <NotificationsScreen />
}
