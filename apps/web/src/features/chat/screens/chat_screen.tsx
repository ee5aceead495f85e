import type { User } from '#modules/accounts/api'
import type { Character } from '#modules/gallery/api'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, type ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useTitle } from '#web/lib/use_title'
import { getChatQueryOptions, readWhichSession, useChat } from '../api/get_chat.ts'
import { ChatSkeleton } from '../components/chat_skeleton.tsx'
import { ChatView } from './chat_view.tsx'

const ChatUnavailable = lazy(async () => ({ default: (await import('./chat_unavailable.tsx')).ChatUnavailable }))

interface ChatScreenProps {
  characterId: string
  user: User
  /** Called when rubies may have been held, spent or returned. */
  onBalanceChanged: () => void
  /** Called when the server denied a reply, with the address for an upgrade. */
  onUpgrade: (address: string) => void
  /** Renders the question for the name of a user without one. */
  nameQuestion: (asker: string) => ReactNode
  /** Renders similar characters. */
  similar: (character: Character) => ReactNode
}

/** The screen of the session in the URL. Without a session there, opens the latest or a new session and puts it into the URL. */
export function ChatScreen({ characterId, user, onBalanceChanged, onUpgrade, nameQuestion, similar }: ChatScreenProps) {
  const [query, setQuery] = useSearchParams()
  const queryClient = useQueryClient()
  const which = readWhichSession(query)
  const chat = useChat(characterId, which)
  const { data } = chat
  const name = data ? (data.character?.name ?? 'Deleted Character') : 'Chat'
  useTitle(name)

  const isNamed = which !== null && 'session' in which
  const openedNow = data && !isNamed ? data : null
  useEffect(() => {
    if (!openedNow) return
    const requested = getChatQueryOptions(characterId, which)
    queryClient.setQueryData(getChatQueryOptions(characterId, { session: openedNow.session.id }).queryKey, openedNow)
    setQuery({ session: openedNow.session.id }, { replace: true, preventScrollReset: true })
    // The next new chat must be a new session.
    return () => queryClient.removeQueries({ queryKey: requested.queryKey, exact: true })
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once per response; `which` belongs to it
  }, [openedNow])

  if (chat.isPending) return <ChatSkeleton />
  if (!data)
    return (
      <Suspense fallback={<ChatSkeleton />}>
        <ChatUnavailable error={chat.error} isRetrying={chat.isFetching} onRetry={() => void chat.refetch()} />
      </Suspense>
    )
  return (
    <ChatView
      key={data.session.id}
      characterId={characterId}
      data={data}
      user={user}
      onBalanceChanged={onBalanceChanged}
      onUpgrade={onUpgrade}
      nameQuestion={nameQuestion}
      similar={similar}
    />
  )
}
