import type { ChatListItem } from '#modules/chat/api'
import type { CharacterSummary } from '#modules/gallery/api'
import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { Button } from '../../../components/ui/button.tsx'
import { ConfirmDialog } from '../../../components/ui/confirm_dialog.tsx'
import { Dialog } from '../../../components/ui/dialog.tsx'
import { Picture } from '../../../components/ui/picture.tsx'
import { Skeleton } from '../../../components/ui/skeleton.tsx'
import { isStatus, sentenceOf } from '../../../lib/api_error.ts'
import { fillMacros } from '../../../lib/fill_macros.ts'
import { relativeTime } from '../../../lib/relative_time.ts'
import { toast, toastFailure } from '../../../lib/toasts.ts'
import { useDeleteChat } from '../api/delete_chat.ts'
import { useChats } from '../api/list_chats.ts'

/** The dialog is gone before the page changes under it. */
const navigationDelayMs = 100

interface ChatSelectionModalProps {
  character: Pick<CharacterSummary, 'id' | 'name' | 'avatar' | 'description'> | null
  /** What characters call the reader. */
  userName: string
  isOpen: boolean
  onClose: () => void
}

/** A new chat with a character, or one of the earlier ones. */
export function ChatSelectionModal({ character, userName, isOpen, onClose }: ChatSelectionModalProps) {
  const navigate = useNavigate()
  if (!character) return null
  const goTo = (query: string) => {
    onClose()
    setTimeout(() => navigate(`/chat/${character.id}?${query}`), navigationDelayMs)
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={character.name}
      description={character.description ?? undefined}
      picture={<Picture address={character.avatar} name={character.name} className="size-14 rounded-panel" />}
    >
      <Button look="primary" className="mt-5 w-full" onClick={() => goTo('new=true')}>
        <Plus aria-hidden className="size-4" />
        Start New Chat
      </Button>
      <h3 className="mt-6 mb-2 text-sm font-semibold text-soft">Previous chats</h3>
      <PreviousChats
        character={character}
        userName={userName}
        isOpen={isOpen}
        onContinue={(id) => goTo(`session=${encodeURIComponent(id)}`)}
      />
    </Dialog>
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
  const deletion = useDeleteChat()
  const [toDelete, setToDelete] = useState<string | null>(null)

  if (list.isPending) {
    return (
      <div role="status" className="grid gap-2">
        <span className="sr-only">Loading chats</span>
        <Skeleton className="h-14" />
        <Skeleton className="h-14" />
      </div>
    )
  }
  if (!list.data) {
    return (
      <div role="alert" className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-soft">{sentenceOf(list.error, 'Your chats could not be loaded.')}</p>
        <Button disabled={list.isFetching} onClick={() => void list.refetch()}>
          Try again
        </Button>
      </div>
    )
  }
  const chats = list.data.filter((chat) => chat.characterId === character.id)
  if (chats.length === 0) return <p className="py-2 text-faint">No previous chats with {character.name}</p>

  const remove = (sessionId: string) =>
    deletion.mutate(sessionId, {
      onSuccess: () => toast('Chat Deleted', 'Chat session has been deleted successfully'),
      onError: (error) => {
        if (!isStatus(error, 401)) toastFailure('Error', sentenceOf(error, 'Failed to delete chat'))
      },
    })
  return (
    <>
      <ul className="-mr-2 grid max-h-48 grid-cols-[minmax(0,1fr)] gap-2 overflow-y-auto pr-2">
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
      <ConfirmDialog
        isOpen={toDelete !== null}
        title="Delete chat"
        question="Are you sure you want to delete this chat? This action cannot be undone."
        confirmLabel="Delete"
        onCancel={() => setToDelete(null)}
        onConfirm={() => {
          if (toDelete !== null) remove(toDelete)
          setToDelete(null)
        }}
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
    <li className="flex items-center gap-1 rounded-panel border border-line pr-1">
      <button
        type="button"
        className="min-h-14 min-w-0 flex-1 rounded-panel px-3.5 py-2 text-left hover:bg-hover focus-visible:-outline-offset-2"
        onClick={onContinue}
      >
        <span className="flex items-baseline justify-between gap-3">
          <span className="text-[0.9375rem] font-semibold">Continue Chat</span>
          <span className="shrink-0 text-[0.8125rem] text-faint">{time}</span>
        </span>
        {excerpt && <span className="block truncate text-sm text-soft">{excerpt}</span>}
      </button>
      <Button look="quiet" isIcon aria-label={`Delete chat, ${time}`} onClick={onDelete}>
        <Trash2 aria-hidden className="size-4" />
      </Button>
    </li>
  )
}
