export { NotificationsScreen as default } from '#web/features/accounts/screens/notifications_screen'
