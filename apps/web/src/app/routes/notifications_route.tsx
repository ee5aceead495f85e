import { StatementList } from '#web/features/moderation/components/statement_list'
import { NotificationsScreen } from '#web/features/notices/screens/notifications_screen'

export default () => <NotificationsScreen statements={<StatementList />} />
