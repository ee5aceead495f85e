import type { ChatListItem } from '#modules/chat/api'
import { Link, useLocation } from 'react-router-dom'
import { Badge } from '#web/components/ui/badge'
import { Button } from '#web/components/ui/button'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { sentenceOf } from '#web/lib/api_error'
import { classNames } from '#web/lib/class_names'
import { relativeTime } from '#web/lib/relative_time'
import { useChats } from '../chat_lists.ts'
import { chatAddress, shownCharacter } from '#web/components/shared/shown_character'
import { ChatAvatar } from './chat_avatar.tsx'
import { ChatExcerpt } from './chat_excerpt.tsx'

const chatsMax = 8

interface RecentChatsProps {
  /** Whether the sidebar is a rail, where only the avatars are visible. */
  isRail: boolean
}

/** Links to the latest chats. */
export function RecentChats(props: RecentChatsProps) {
  return (
    <section aria-labelledby="recent-chats">
      {/* No heading, because it stands before the title of every screen. */}
      <p id="recent-chats" className="px-3 pb-1.5 text-xs font-semibold text-faint rail:sr-only">
        Recent chats
      </p>
      <Chats {...props} />
    </section>
  )
}

function Chats({ isRail }: RecentChatsProps) {
  const list = useChats({ limit: chatsMax })
  const { pathname, search } = useLocation()
  const openChat = pathname + search

  if (list.isPending) return <ChatsSkeleton />
  if (!list.data) {
    return (
      <div role="alert" className="grid gap-2 px-3 rail:justify-center rail:px-0">
        <p className="text-sm text-soft rail:sr-only">{sentenceOf(list.error, 'Couldn’t load your chats.')}</p>
        <Button
          className="justify-self-start rail:px-0! rail:text-xs"
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
      <div className="px-3 text-sm rail:sr-only">
        <p className="font-semibold text-soft">No recent chats</p>
        <p className="mt-1 text-faint">Start a conversation with a character!</p>
      </div>
    )
  }
  return (
    <ul className="grid gap-0.5">
      {list.data.slice(0, chatsMax).map((chat) => (
        <li key={chat.id}>
          <RecentChat chat={chat} isRail={isRail} isOpen={chatAddress(chat) === openChat} />
        </li>
      ))}
    </ul>
  )
}

interface RecentChatProps extends RecentChatsProps {
  chat: ChatListItem
  isOpen: boolean
}

function RecentChat({ chat, isRail, isOpen }: RecentChatProps) {
  const shown = shownCharacter(chat)
  const { name, isDeleted } = shown
  return (
    <Link
      to={chatAddress(chat)}
      aria-current={isOpen ? 'page' : undefined}
      title={isRail ? name : undefined}
      className={classNames(
        'flex min-h-touch items-center gap-3 rounded-control px-3 py-2 transition-colors hover:bg-hover rail:justify-center rail:px-0 rail:py-1',
        isOpen && 'bg-hover'
      )}
    >
      <ChatAvatar shown={shown} />
      <span className="grid min-w-0 flex-1 rail:sr-only">
        <span className="truncate text-ui font-semibold">{name}</span>{' '}
        <span className="flex min-w-0 items-center gap-2 text-xs text-faint">
          {isDeleted && <Badge>deleted</Badge>}{' '}
          <span className="min-w-0 flex-1 truncate">
            <ChatExcerpt chat={chat} />
          </span>{' '}
          <time dateTime={chat.lastMessageAt} className="shrink-0">
            {relativeTime(chat.lastMessageAt)}
          </time>
        </span>
      </span>
    </Link>
  )
}

const skeletonCount = 4

function ChatsSkeleton() {
  return (
    <Loading label="Loading recent chats" className="grid gap-1">
      {Array.from({ length: skeletonCount }, (_, index) => (
        <div key={index} className="flex min-h-13 items-center gap-3 px-3 rail:justify-center rail:px-0">
          <Skeleton className="size-9 shrink-0 rounded-full" />
          <Skeleton className="h-4 flex-1 rail:hidden" />
        </div>
      ))}
    </Loading>
  )
}
