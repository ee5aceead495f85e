import type { UseQueryResult } from '@tanstack/react-query'
import { Suspense } from 'react'
import { ChatSkeleton } from '../components/chat_skeleton.tsx'
import { lazyPart } from '#web/lib/lazy_part'

const ChatUnavailable = lazyPart(async () => (await import('./chat_unavailable.tsx')).ChatUnavailable)

/** Takes the place of a chat that is loading, or that could not be loaded. */
export function ChatLoading({ chat }: { chat: UseQueryResult }) {
  if (chat.isPending) return <ChatSkeleton />
  return (
    <Suspense fallback={<ChatSkeleton />}>
      <ChatUnavailable error={chat.error} isRetrying={chat.isFetching} onRetry={() => void chat.refetch()} />
    </Suspense>
  )
}
