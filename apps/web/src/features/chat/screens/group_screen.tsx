import type { User } from '#modules/accounts/api'
import { lazy, Suspense } from 'react'
import { useTitle } from '#web/lib/use_title'
import { useGroup } from '../api/get_group.ts'
import { ChatSkeleton } from '../components/chat_skeleton.tsx'
import { groupName } from '../group_name.ts'
import { GroupView } from './group_view.tsx'

const ChatUnavailable = lazy(async () => ({ default: (await import('./chat_unavailable.tsx')).ChatUnavailable }))

interface GroupScreenProps {
  groupId: string
  user: User
  /** Called when rubies may have been held, spent or returned. */
  onBalanceChanged: () => void
  /** Called when the server denied a reply, with the address for an upgrade. */
  onUpgrade: (address: string) => void
}

export function GroupScreen({ groupId, ...props }: GroupScreenProps) {
  const group = useGroup(groupId)
  const { data } = group
  useTitle(data ? (data.session.title ?? groupName(data.characters)) : 'Chat')
  if (group.isPending) return <ChatSkeleton />
  if (!data)
    return (
      <Suspense fallback={<ChatSkeleton />}>
        <ChatUnavailable error={group.error} isRetrying={group.isFetching} onRetry={() => void group.refetch()} />
      </Suspense>
    )
  return <GroupView key={data.session.id} data={data} {...props} />
}
