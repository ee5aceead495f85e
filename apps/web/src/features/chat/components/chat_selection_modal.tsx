import type { ChatListItem } from '#modules/chat/api'
import type { CharacterSummary } from '#modules/gallery/api'
import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { Alert } from '#web/components/ui/alert'
import { Button, ButtonLink } from '#web/components/ui/button'
import { Dialog } from '#web/components/ui/dialog'
import { IconButton } from '#web/components/ui/icon_button'
import { BackdropCover } from '#web/components/shared/backdrop'
import { Picture } from '#web/components/shared/picture'
import { TagLink } from '#web/components/shared/tag_link'
import { ShareButton } from '#web/components/shared/share_button'
import { isShareable } from '#web/components/shared/share_character'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { sentenceOf } from '#web/lib/api_error'
import { isPlainClick } from '#web/lib/is_plain_click'
import { relativeTime } from '#web/lib/relative_time'
import { useScrollEdges } from '#web/lib/use_scroll_edges'
import { screens } from '#web/screens'
import { useChats } from '../chat_lists.ts'
import { chatAddress } from '#web/components/shared/shown_character'
import { ChatExcerpt } from './chat_excerpt.tsx'
import { DeleteChatDialog } from './delete_chat_dialog.tsx'

/** The delay before the page changes, so that the dialog closes first. */
const navigationDelayMs = 100
const tagsShown = 6

interface ChatSelectionModalProps {
  character: Pick<
    CharacterSummary,
    'id' | 'name' | 'avatar' | 'avatarFocus' | 'background' | 'description' | 'tags' | 'isPublic' | 'isNsfw'
  > | null
  isOpen: boolean
  onClose: () => void
  /** The address of the character's page; undefined on that page itself. */
  profileAddress?: string
}

/** A dialog to start a new chat with a character or to continue an earlier chat. */
export function ChatSelectionModal({ character, isOpen, onClose, profileAddress }: ChatSelectionModalProps) {
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
      cover={<BackdropCover character={character} sizes="28rem" className="h-32 sm:h-40" />}
      picture={
        <Picture
          address={character.avatar}
          focus={character.avatarFocus}
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
      <div className="mt-1.5 flex gap-2 empty:hidden *:flex-1">
        {profileAddress !== undefined && (
          <ButtonLink to={profileAddress} look="quiet" onClick={onClose}>
            View profile
          </ButtonLink>
        )}
        {isShareable(character) && <ShareButton character={character} look="quiet" />}
      </div>
      {character.tags.length > 0 && (
        <ul aria-label="Tags" className="mt-3 flex flex-wrap gap-2">
          {character.tags.slice(0, tagsShown).map((tag) => (
            <li key={tag} className="max-w-full min-w-0">
              <TagLink tag={tag} onClick={onClose} />
            </li>
          ))}
        </ul>
      )}
      <div className="mt-5 mb-1 flex items-center justify-between gap-4">
        <h3 className="text-sm font-semibold text-soft">Previous chats</h3>
        <ButtonLink to={screens.importFiles.path} size="s" look="quiet" className="-mr-3" onClick={onClose}>
          Import a chat
        </ButtonLink>
      </div>
      <PreviousChats
        character={character}

        isOpen={isOpen}
        onContinue={(id) => goTo({ session: id })}
      />
    </Dialog>
  )
}

interface PreviousChatsProps {
  character: { id: string; name: string }
  isOpen: boolean
  onContinue: (sessionId: string) => void
}

function PreviousChats({ character, isOpen, onContinue }: PreviousChatsProps) {
  const [isArchive, setIsArchive] = useState(false)
  const of = { characterId: character.id, enabled: isOpen }
  const list = useChats({ ...of, ...(isArchive && { archived: true }) })
  const archived = useChats({ ...of, archived: true, limit: 1 })
  const [toDelete, setToDelete] = useState<string | null>(null)
  const { ref, hasAfter } = useScrollEdges<HTMLUListElement>('y')

  if (list.isPending) {
    return (
      <Loading label="Loading chats" className="grid gap-4 py-3">
        <SkeletonChat />
        <SkeletonChat />
      </Loading>
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
  const switchLabel = isArchive ? 'Back to the newest chats' : 'Archived chats'
  const archiveSwitch = (isArchive || (archived.data?.length ?? 0) > 0) && (
    <Button size="s" look="quiet" className="mt-2" onClick={() => setIsArchive(!isArchive)}>
      {switchLabel}
    </Button>
  )
  if (chats.length === 0) {
    return (
      <>
        <p className="rounded-panel border border-dashed border-line px-4 py-5 text-center text-sm break-words text-faint">
          No {isArchive ? 'archived' : 'previous'} chats with {character.name}
        </p>
        {archiveSwitch}
      </>
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

            onContinue={() => onContinue(chat.id)}
            onDelete={() => setToDelete(chat.id)}
          />
        ))}
      </ul>
      {archiveSwitch}
      <DeleteChatDialog
        chatId={toDelete}
        onClose={() => setToDelete(null)}
        done={{ title: 'Chat Deleted', text: 'Chat session has been deleted successfully' }}
      />
    </>
  )
}

interface PreviousChatProps {
  chat: ChatListItem
  onContinue: () => void
  onDelete: () => void
}

function PreviousChat({ chat, onContinue, onDelete }: PreviousChatProps) {
  const time = relativeTime(chat.lastMessageAt)
  return (
    <li className="relative flex items-center rounded-panel pr-1 transition-colors has-[a:hover]:bg-hover">
      <Link
        to={chatAddress(chat)}
        className="min-h-15 min-w-0 flex-1 px-3 py-2 outline-none after:absolute after:inset-0 after:rounded-panel focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
        onClick={(event) => {
          if (!isPlainClick(event)) return
          event.preventDefault()
          onContinue()
        }}
      >
        <span className="flex items-baseline justify-between gap-3">
          <span className="text-ui font-semibold">Continue Chat</span>{' '}
          <time dateTime={chat.lastMessageAt} className="shrink-0 text-xs text-faint">
            {time}
          </time>
        </span>{' '}
        <span className="mt-0.5 block truncate text-sm text-soft">
          <ChatExcerpt chat={chat} />
        </span>
      </Link>
      <IconButton
        label={`Delete chat, ${time}`}
        title="Delete chat"
        icon={<Trash2 />}
        className="relative"
        onClick={onDelete}
      />
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
