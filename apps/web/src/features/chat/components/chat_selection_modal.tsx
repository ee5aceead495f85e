import type { ChatListItem } from '#modules/chat/api'
import type { CharacterSummary } from '#modules/gallery/api'
import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { Alert } from '#web/components/ui/alert'
import { Button, ButtonLink } from '#web/components/ui/button'
import { Dialog } from '#web/components/ui/dialog'
import { IconButton } from '#web/components/ui/icon_button'
import { Picture } from '#web/components/shared/picture'
import { Skeleton } from '#web/components/ui/skeleton'
import { sentenceOf } from '#web/lib/api_error'
import { fillMacros } from '#web/components/shared/fill_macros'
import { relativeTime } from '#web/lib/relative_time'
import { useScrollEdges } from '#web/lib/use_scroll_edges'
import { screens } from '#web/screens'
import { useChats } from '../api/list_chats.ts'
import { DeleteChatDialog } from './delete_chat_dialog.tsx'

/** Lets the dialog close before the page changes. */
const navigationDelayMs = 100

interface ChatSelectionModalProps {
  character: Pick<CharacterSummary, 'id' | 'name' | 'avatar' | 'background' | 'description'> | null
  /** The user's name for characters. */
  userName: string
  isOpen: boolean
  onClose: () => void
  /** The character's page; undefined on that page itself. */
  profileAddress?: string
}

/** Starts a new chat with a character, or continues an earlier one. */
export function ChatSelectionModal({ character, userName, isOpen, onClose, profileAddress }: ChatSelectionModalProps) {
  const navigate = useNavigate()
  if (!character) return null
  const goTo = (query: { new: 'true' } | { session: string }) => {
    onClose()
    setTimeout(() => navigate(screens.chat.href({ characterId: character.id }, query)), navigationDelayMs)
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={character.name}
      description={character.description ?? undefined}
      cover={<Cover character={character} />}
      picture={
        <Picture
          address={character.avatar}
          name={character.name}
          sizes="8rem"
          className="aspect-3/4 w-22 rounded-panel border-3 border-float shadow-card sm:w-24"
          initialsClassName="text-2xl"
        />
      }
    >
      <Button look="primary" size="l" className="mt-5 w-full" onClick={() => goTo({ new: 'true' })}>
        <Plus aria-hidden className="size-4.5" />
        Start New Chat
      </Button>
      {profileAddress !== undefined && (
        <ButtonLink to={profileAddress} look="quiet" className="mt-1.5 w-full" onClick={onClose}>
          View profile
        </ButtonLink>
      )}
      <h3 className="mt-5 mb-1 text-sm font-semibold text-soft">Previous chats</h3>
      <PreviousChats
        character={character}
        userName={userName}
        isOpen={isOpen}
        onContinue={(id) => goTo({ session: id })}
      />
    </Dialog>
  )
}

/** The character's background, or its blurred portrait. */
function Cover({
  character: { name, avatar, background },
}: {
  character: Pick<CharacterSummary, 'name' | 'avatar' | 'background'>
}) {
  return (
    <div className="relative h-32 overflow-clip sm:h-40">
      <Picture
        address={background ?? avatar}
        name={name}
        sizes="28rem"
        className="size-full"
        imageClassName={background === null ? 'scale-125 object-[50%_20%] blur-xl' : 'object-[50%_42%]'}
        initialsClassName="hidden"
      />
      <div className="absolute inset-0 bg-linear-to-t from-float via-float/30 via-40% to-transparent to-75%" />
    </div>
  )
}

interface PreviousChatsProps {
  character: { id: string; name: string }
  userName: string
  isOpen: boolean
  onContinue: (sessionId: string) => void
}

function PreviousChats({ character, userName, isOpen, onContinue }: PreviousChatsProps) {
  const list = useChats({ enabled: isOpen })
  const [toDelete, setToDelete] = useState<string | null>(null)
  const { ref, hasAfter } = useScrollEdges<HTMLUListElement>('y')

  if (list.isPending) {
    return (
      <div role="status" className="grid gap-4 py-3">
        <span className="sr-only">Loading chats</span>
        <SkeletonChat />
        <SkeletonChat />
      </div>
    )
  }
  if (!list.data) {
    return (
      <div className="pt-1">
        <Alert
          tone="danger"
          isLive
          action={
            <Button size="s" isLoading={list.isFetching} onClick={() => void list.refetch()}>
              Try again
            </Button>
          }
        >
          {sentenceOf(list.error, 'Couldn’t load your chats.')}
        </Alert>
      </div>
    )
  }
  const chats = list.data.filter((chat) => chat.characterId === character.id)
  if (chats.length === 0) {
    return (
      <p className="rounded-panel border border-dashed border-line px-4 py-5 text-center text-sm break-words text-faint">
        No previous chats with {character.name}
      </p>
    )
  }

  return (
    <>
      <ul
        ref={ref}
        style={hasAfter ? { maskImage: 'linear-gradient(#000 calc(100% - 2.5rem), transparent)' } : undefined}
        className="-mx-3 grid max-h-48 scroll-py-8 grid-cols-[minmax(0,1fr)] overflow-y-auto overscroll-contain"
      >
        {chats.map((chat) => (
          <PreviousChat
            key={chat.id}
            chat={chat}
            names={{ character: character.name, user: userName }}
            onContinue={() => onContinue(chat.id)}
            onDelete={() => setToDelete(chat.id)}
          />
        ))}
      </ul>
      <DeleteChatDialog
        chatId={toDelete}
        onClose={() => setToDelete(null)}
        done={{ title: 'Chat Deleted', text: 'Chat session has been deleted successfully' }}
      />
    </>
  )
}

function PreviousChat({
  chat,
  names,
  onContinue,
  onDelete,
}: {
  chat: ChatListItem
  names: { character: string; user: string }
  onContinue: () => void
  onDelete: () => void
}) {
  const time = relativeTime(chat.lastMessageAt)
  const excerpt = fillMacros(chat.lastMessage ?? '', names).replaceAll('*', '')
  return (
    <li className="flex items-center rounded-panel pr-1 transition-colors has-[button:first-child:hover]:bg-hover">
      <button
        type="button"
        className="min-h-15 min-w-0 flex-1 rounded-panel px-3 py-2 text-left focus-visible:-outline-offset-2"
        onClick={onContinue}
      >
        <span className="flex items-baseline justify-between gap-3">
          <span className="text-ui font-semibold">Continue Chat</span>
          <span className="shrink-0 text-xs text-faint">{time}</span>
        </span>
        {excerpt && <span className="mt-0.5 block truncate text-sm text-soft">{excerpt}</span>}
      </button>
      <IconButton label={`Delete chat, ${time}`} title="Delete chat" icon={<Trash2 />} onClick={onDelete} />
    </li>
  )
}

function SkeletonChat() {
  return (
    <div className="grid gap-2.5">
      <Skeleton className="h-4 w-1/3" />
      <Skeleton className="h-3 w-4/5" />
    </div>
  )
}
