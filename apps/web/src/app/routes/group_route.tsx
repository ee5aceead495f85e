import type { User } from '#modules/accounts/api'
import { useParams } from 'react-router-dom'
import { GroupScreen } from '#web/features/chat/screens/group_screen'
import { useReadReplies } from '#web/features/notices/unread'

export default function GroupRoute({ user }: { user: User }) {
  const { groupId = '' } = useParams()
  useReadReplies(groupId)
  return <GroupScreen key={groupId} groupId={groupId} user={user} />
}
