import type { UseQueryResult } from '@tanstack/react-query'
import { ChatSkeleton } from '../components/chat_skeleton.tsx'
import { lazyPart } from '#web/lib/lazy_part'

const ChatUnavailable = lazyPart(async () => (await import('./chat_unavailable.tsx')).ChatUnavailable, <ChatSkeleton />)

/** Takes the place of a chat that is loading, or that could not be loaded. */
export function ChatLoading({ chat }: { chat: UseQueryResult }) {
  if (chat.isPending) return <ChatSkeleton />
  return <ChatUnavailable error={chat.error} isRetrying={chat.isFetching} onRetry={() => void chat.refetch()} />
}
