import type { User } from '#modules/accounts/api'
import type { Character } from '#modules/gallery/api'
import { useQueryClient } from '@tanstack/react-query'
import EyeOff from 'lucide-react/icons/eye-off'
import MessageCircleOff from 'lucide-react/icons/message-circle-off'
import { useEffect, type ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { Button, ButtonLink } from '#web/components/ui/button'
import { EmptyState } from '#web/components/ui/empty_state'
import { isStatus, sentenceOf } from '#web/lib/api_error'
import { useTitle } from '#web/lib/use_title'
import { screens } from '#web/screens'
import { getChatQueryOptions, useChat, type WhichSession } from '../api/get_chat.ts'
import { ChatSkeleton } from '../components/chat_skeleton.tsx'
import { ChatView } from './chat_view.tsx'

interface ChatScreenProps {
  characterId: string
  user: User
  /** Rubies may have been held, spent or returned. */
  onBalanceChanged: () => void
  /** The server denied a reply and names the address to upgrade at. */
  onUpgrade: (address: string) => void
  /** Similar characters. */
  similar: (character: Character) => ReactNode
}

/** Opens the session in the URL. Without one, opens the latest session and puts it into the URL. */
export function ChatScreen({ characterId, user, onBalanceChanged, onUpgrade, similar }: ChatScreenProps) {
  const [query, setQuery] = useSearchParams()
  const queryClient = useQueryClient()
  const session = query.get('session')
  const which: WhichSession = session ? { session } : query.get('new') === 'true' ? { new: true } : null
  const chat = useChat(characterId, which)
  const { data } = chat
  const name = data ? (data.character?.name ?? 'Deleted Character') : 'Chat'
  useTitle(name)

  const isNamed = session !== null
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
  if (!data && isStatus(chat.error, 403)) return <AdultGate />
  if (!data) {
    const isGone = isStatus(chat.error, 404)
    return (
      <EmptyState
        level={1}
        icon={<MessageCircleOff aria-hidden />}
        title="Chat not found"
        text={
          isGone
            ? 'It may have been deleted, or the address is wrong.'
            : sentenceOf(chat.error, 'Failed to fetch chat data')
        }
      >
        {!isGone && (
          <Button isLoading={chat.isFetching} onClick={() => void chat.refetch()}>
            Try again
          </Button>
        )}
        <ButtonLink to={screens.gallery.path} look="primary">
          Back to the gallery
        </ButtonLink>
      </EmptyState>
    )
  }
  return (
    <ChatView
      key={data.session.id}
      characterId={characterId}
      data={data}
      user={user}
      onBalanceChanged={onBalanceChanged}
      onUpgrade={onUpgrade}
      similar={similar}
    />
  )
}

function AdultGate() {
  return (
    <EmptyState level={1} icon={<EyeOff aria-hidden />} title="Adult Content">
      <ButtonLink to={screens.settings.path} look="primary">
        Enable in Settings
      </ButtonLink>
      <ButtonLink to={screens.gallery.path}>Back to the gallery</ButtonLink>
    </EmptyState>
  )
}
