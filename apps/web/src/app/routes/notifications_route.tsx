import { NotificationsScreen } from '#web/features/accounts/screens/notifications_screen'
import { StatementList } from '#web/features/moderation/components/statement_list'

export default () => <NotificationsScreen statements={<StatementList />} />
