import { useState } from 'react'
import { useTitle } from '#web/lib/use_title'
import { useGroup } from '../chat_query.ts'
import { GroupMembers } from '../components/group_members.tsx'
import { groupName } from '../group_name.ts'
import { ChatLoading } from './chat_loading.tsx'
import { ChatView, type ChatViewProps } from './chat_view.tsx'

interface GroupScreenProps extends Pick<ChatViewProps, 'user'> {
  groupId: string
}

export function GroupScreen({ groupId, ...props }: GroupScreenProps) {
  const group = useGroup(groupId)
  const [place] = useState({ groupId })
  const { data } = group
  useTitle(data ? (data.session.title ?? groupName(data.characters)) : 'Chat')
  if (!data) return <ChatLoading chat={group} />
  return (
    <ChatView
      key={data.session.id}
      place={place}
      data={data}
      groupBar={(bar) => <GroupMembers {...bar} />}
      {...props}
    />
  )
}
