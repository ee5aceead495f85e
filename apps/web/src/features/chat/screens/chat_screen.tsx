import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useTitle } from '#web/lib/use_title'
import { chatQuery, readWhichSession } from '../chat_query.ts'
import { ChatLoading } from './chat_loading.tsx'
import { ChatView, type ChatViewProps } from './chat_view.tsx'

interface ChatScreenProps extends Omit<ChatViewProps, 'place' | 'data' | 'groupBar'> {
  characterId: string
}

/** The screen of the session in the URL. Without a session there, opens the latest or a new session and puts it into the URL. */
export function ChatScreen({ characterId, ...props }: ChatScreenProps) {
  const [query, setQuery] = useSearchParams()
  const queryClient = useQueryClient()
  const which = readWhichSession(query)
  const chat = useQuery(chatQuery(characterId, which))
  const { data } = chat
  const name = data ? (data.character?.name ?? 'Deleted Character') : 'Chat'
  useTitle(name)

  const isNamed = which !== null && 'session' in which
  const openedNow = data && !isNamed ? data : null
  useEffect(() => {
    if (!openedNow) return
    const requested = chatQuery(characterId, which)
    queryClient.setQueryData(chatQuery(characterId, { session: openedNow.session.id }).queryKey, openedNow)
    setQuery({ session: openedNow.session.id }, { replace: true, preventScrollReset: true })
    // The next new chat must be a new session.
    return () => queryClient.removeQueries({ queryKey: requested.queryKey, exact: true })
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once per response; `which` belongs to it
  }, [openedNow])

  if (!data) return <ChatLoading chat={chat} />
  return <ChatView key={data.session.id} place={characterId} data={data} {...props} />
}
