import type { User } from '#modules/accounts/api'
import { useParams } from 'react-router-dom'
import { GroupScreen } from '#web/features/chat/screens/group_screen'

export default function GroupRoute({ user }: { user: User }) {
  const { groupId = '' } = useParams()
  return <GroupScreen key={groupId} groupId={groupId} user={user} />
}
