import type { User } from '#modules/accounts/api'
import { useParams } from 'react-router-dom'
import { GroupScreen } from '#web/features/chat/screens/group_screen'
import { useChatCallbacks } from './use_chat_callbacks.ts'

export default function GroupRoute({ user }: { user: User }) {
  const { groupId = '' } = useParams()
  const callbacks = useChatCallbacks()
  return <GroupScreen key={groupId} groupId={groupId} user={user} {...callbacks} />
}
