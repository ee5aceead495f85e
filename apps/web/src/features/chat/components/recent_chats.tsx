import type { ChatListItem } from '#modules/chat/api'
import { Link, useLocation } from 'react-router-dom'
import { Avatar } from '#web/components/shared/avatar'
import { Button } from '#web/components/ui/button'
import { Skeleton } from '#web/components/ui/skeleton'
import { sentenceOf } from '#web/lib/api_error'
import { classNames } from '#web/lib/class_names'
import { relativeTime } from '#web/lib/relative_time'
import { useChats } from '../api/list_chats.ts'
import { chatAddress, shownCharacter } from '../shown_character.ts'
import { DeletedTag } from './deleted_tag.tsx'

const chatsMax = 8

/** Links to the latest chats. When compact, only the avatars are visible. */
export function RecentChats({ isCompact }: { isCompact: boolean }) {
  return (
    <section aria-labelledby="recent-chats">
      <h2 id="recent-chats" className={isCompact ? 'sr-only' : 'px-3 pb-1.5 text-xs font-semibold text-faint'}>
        Recent chats
      </h2>
      <Chats isCompact={isCompact} />
    </section>
  )
}

function Chats({ isCompact }: { isCompact: boolean }) {
  const list = useChats({ limit: chatsMax })
  const { pathname, search } = useLocation()
  const openChat = pathname + search

  if (list.isPending) return <ChatsSkeleton isCompact={isCompact} />
  if (!list.data) {
    return (
      <div role="alert" className={classNames('grid gap-2', isCompact ? 'justify-center' : 'px-3')}>
        <p className={isCompact ? 'sr-only' : 'text-sm text-soft'}>
          {sentenceOf(list.error, 'Couldn’t load your chats.')}
        </p>
        <Button
          look={isCompact ? 'quiet' : 'outline'}
          className={isCompact ? 'px-0! text-xs' : 'justify-self-start'}
          disabled={list.isFetching}
          onClick={() => void list.refetch()}
        >
          Try again
        </Button>
      </div>
    )
  }
  if (list.data.length === 0) {
    return (
      <div className={isCompact ? 'sr-only' : 'px-3 text-sm'}>
        <p className="font-semibold text-soft">No recent chats</p>
        <p className="mt-1 text-faint">Start a conversation with a character!</p>
      </div>
    )
  }
  return (
    <ul className="grid gap-0.5">
      {list.data.slice(0, chatsMax).map((chat) => (
        <li key={chat.id}>
          <RecentChat chat={chat} isCompact={isCompact} isOpen={chatAddress(chat) === openChat} />
        </li>
      ))}
    </ul>
  )
}

function RecentChat({ chat, isCompact, isOpen }: { chat: ChatListItem; isCompact: boolean; isOpen: boolean }) {
  const { name, initialsOf, avatar, isDeleted } = shownCharacter(chat)
  return (
    <Link
      to={chatAddress(chat)}
      aria-current={isOpen ? 'page' : undefined}
      title={isCompact ? name : undefined}
      className={classNames(
        'flex min-h-touch items-center gap-3 rounded-control transition-colors hover:bg-hover',
        isCompact ? 'justify-center py-1' : 'px-3 py-2',
        isOpen && 'bg-hover'
      )}
    >
      <Avatar address={avatar} name={initialsOf} size="s" />
      <span className={isCompact ? 'sr-only' : 'grid min-w-0 flex-1'}>
        <span className="flex min-w-0 items-center gap-2">
          <span className="truncate text-ui font-semibold">{name}</span>
          {isDeleted && (
            <>
              {' '}
              <DeletedTag />
            </>
          )}
        </span>{' '}
        <span className="flex min-w-0 gap-1 text-xs text-faint">
          {chat.title && (
            <>
              <span className="min-w-0 truncate">{chat.title}</span>
              <span aria-hidden>·</span>{' '}
            </>
          )}
          <time dateTime={chat.lastMessageAt} className="shrink-0">
            {relativeTime(chat.lastMessageAt)}
          </time>
        </span>
      </span>
    </Link>
  )
}

const skeletonCount = 4

function ChatsSkeleton({ isCompact }: { isCompact: boolean }) {
  return (
    <div role="status" className="grid gap-1">
      <span className="sr-only">Loading recent chats</span>
      {Array.from({ length: skeletonCount }, (_, index) => (
        <div
          key={index}
          className={classNames('flex min-h-13 items-center gap-3', isCompact ? 'justify-center' : 'px-3')}
        >
          <Skeleton className="size-9 shrink-0 rounded-full" />
          {!isCompact && <Skeleton className="h-4 flex-1" />}
        </div>
      ))}
    </div>
  )
}
