import type { ChatListItem } from '#modules/chat/api'
import MessagesSquare from 'lucide-react/icons/messages-square'
import Trash2 from 'lucide-react/icons/trash-2'
import { useRef, useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Button, buttonClasses } from '../../../components/ui/button.tsx'
import { ConfirmDialog } from '../../../components/ui/confirm_dialog.tsx'
import { Notice } from '../../../components/ui/notice.tsx'
import { Picture } from '../../../components/ui/picture.tsx'
import { Skeleton } from '../../../components/ui/skeleton.tsx'
import { isStatus, sentenceOf } from '../../../lib/api_error.ts'
import { relativeTime } from '../../../lib/relative_time.ts'
import { toast, toastFailure } from '../../../lib/toasts.ts'
import { useTitle } from '../../../lib/use_title.ts'
import { useDeleteChat } from '../api/delete_chat.ts'
import { useChats } from '../api/list_chats.ts'
import { DeletedTag } from '../components/deleted_tag.tsx'
import { chatAddress, shownCharacter } from '../shown_character.ts'

/** Every chat one has written in, the newest first: to go on with it or to be rid of it. */
export function RecentChatsScreen() {
  useTitle('Recent chats')
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <div className="mx-auto w-full max-w-4xl px-4 pt-8 pb-20 sm:px-6 sm:pt-10">
      <h1
        ref={heading}
        tabIndex={-1}
        className="mb-6 text-[clamp(1.75rem,1.4rem+1.5vw,2.5rem)] leading-tight font-bold tracking-[-0.03em] outline-none"
      >
        Recent chats
      </h1>
      <Chats onDeleted={() => heading.current?.focus()} />
    </div>
  )
}

/** `onDeleted`: the row that had the focus is going. */
function Chats({ onDeleted }: { onDeleted: () => void }) {
  const list = useChats()
  const deletion = useDeleteChat()
  const [toDelete, setToDelete] = useState<string | null>(null)

  if (list.isPending) return <ChatsSkeleton />
  if (!list.data) {
    return (
      <Notice
        title="Your chats could not be loaded"
        text={sentenceOf(list.error, 'Check your connection and try again.')}
      >
        <Button look="primary" disabled={list.isFetching} onClick={() => void list.refetch()}>
          Try again
        </Button>
      </Notice>
    )
  }
  if (list.data.length === 0) {
    return (
      <Notice
        icon={<MessagesSquare aria-hidden className="size-6" />}
        title="No recent chats"
        text="Start a conversation with a character!"
      >
        <Link to="/" className={buttonClasses('primary')}>
          Explore characters
        </Link>
      </Notice>
    )
  }

  const remove = async (sessionId: string) => {
    try {
      await deletion.mutateAsync(sessionId)
      toast('Chat deleted', 'The chat has been successfully deleted.')
      onDeleted()
    } catch (error) {
      if (!isStatus(error, 401)) toastFailure('Error', sentenceOf(error, 'Failed to delete chat'))
    }
  }
  return (
    <>
      <Rows>
        {list.data.map((chat) => (
          <ChatRow key={chat.id} chat={chat} onDelete={() => setToDelete(chat.id)} />
        ))}
      </Rows>
      <ConfirmDialog
        isOpen={toDelete !== null}
        title="Delete chat"
        question="Are you sure you want to delete this chat? This action cannot be undone."
        confirmLabel="Delete"
        onCancel={() => setToDelete(null)}
        onConfirm={() => {
          if (toDelete !== null) void remove(toDelete)
          setToDelete(null)
        }}
      />
    </>
  )
}

function ChatRow({ chat, onDelete }: { chat: ChatListItem; onDelete: () => void }) {
  const { name, initialsOf, avatar, isDeleted } = shownCharacter(chat)
  const { category, description } = chat.character ?? {}
  return (
    // A row out of sight costs next to nothing, however many there are.
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-line bg-raised p-4 [contain-intrinsic-size:auto_8rem] [content-visibility:auto]">
      <Picture
        address={avatar}
        name={initialsOf}
        className="size-16 self-start rounded-panel"
        initialsClassName="text-lg"
      />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <h2 className="min-w-0 font-semibold tracking-tight break-words">{name}</h2>
          {isDeleted && <DeletedTag />}
        </div>
        <p className="text-sm text-faint">
          {category && `${category} · `}
          <time dateTime={chat.lastMessageAt}>{relativeTime(chat.lastMessageAt)}</time>
        </p>
        {description && <p className="mt-1 line-clamp-2 text-[0.9375rem] break-words text-soft">{description}</p>}
      </div>
      <div className="flex gap-2 max-sm:w-full">
        {isDeleted ? (
          <Button disabled className="max-sm:flex-1">
            Character Deleted
          </Button>
        ) : (
          <Link to={chatAddress(chat)} className={`${buttonClasses('outline')} max-sm:flex-1`}>
            <span>
              Continue <span className="sr-only">chat with {name}</span>
            </span>
          </Link>
        )}
        <Button look="quiet" onClick={onDelete}>
          <Trash2 aria-hidden className="size-4" />
          <span>
            Delete <span className="sr-only">chat with {name}</span>
          </span>
        </Button>
      </div>
    </li>
  )
}

const Rows = ({ children }: { children: ReactNode }) => (
  <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">{children}</ul>
)

const skeletonCount = 5

function ChatsSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading recent chats</span>
      <Rows>
        {Array.from({ length: skeletonCount }, (_, index) => (
          <li
            key={index}
            data-testid="chat-skeleton"
            className="flex items-center gap-4 rounded-card border border-line bg-raised p-4"
          >
            <Skeleton className="size-16 shrink-0 rounded-panel" />
            <div className="grid flex-1 gap-2.5">
              <Skeleton className="h-4 w-1/3" />
              <Skeleton className="h-3 w-1/4" />
              <Skeleton className="h-3 w-3/4" />
            </div>
          </li>
        ))}
      </Rows>
    </div>
  )
}
