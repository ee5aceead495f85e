import type { ChatListItem } from '#modules/chat/api'
import { getLastChat } from '#modules/chat/calls'
import { useQuery } from '@tanstack/react-query'
import ArrowRight from 'lucide-react/icons/arrow-right'
import { Link } from 'react-router-dom'
import { Picture } from '#web/components/shared/picture'
import { Card, CardHighlight } from '#web/components/ui/card'
import { Skeleton } from '#web/components/ui/skeleton'
import { callQuery } from '#web/lib/api_client'
import { readerZone } from '#web/lib/reader_zone'
import { relativeTime } from '#web/lib/relative_time'
import { chatsKey } from '../chat_lists.ts'
import { chatAddress, shownCharacter } from '#web/components/shared/shown_character'

/** The server renders the answer into the page, which shouldn't ask for it again at once. */
const freshMs = 5_000

/** Read again with the lists of chats. */
export const lastChatQuery = () => ({
  ...callQuery(getLastChat, { query: { zone: readerZone } }),
  queryKey: [...chatsKey, 'last'],
  staleTime: freshMs,
})

/** The height of the card, shared with the placeholder. */
const height = 'h-19.5'

/** The chat left open, with its last line. Shows nothing without one, and when reading it fails. */
export function LastChat({ title }: { title: string }) {
  const { data, isPending } = useQuery(lastChatQuery())
  const chat = data?.chat
  if (!chat && !isPending) return null
  return (
    <section aria-label={title} aria-busy={isPending} className="mb-6 min-w-0 max-sm:mb-5 xl:flex-[1_1_22rem]">
      <h2 className="display mb-3 min-h-6 truncate text-lg sm:text-xl">{title}</h2>
      {chat ? <ChatCard chat={chat} /> : <Skeleton className={`rounded-card! ${height}`} />}
    </section>
  )
}

function ChatCard({ chat }: { chat: ChatListItem }) {
  const { name, avatar, avatarFocus, initialsOf } = shownCharacter(chat)
  return (
    <Card isInteractive className={`isolate flex ${height}`}>
      <Picture
        address={avatar}
        focus={avatarFocus}
        name={initialsOf}
        sizes="6rem"
        isEager
        className="h-full w-16"
        initialsClassName="text-xl"
      />
      <div className="flex min-w-0 flex-1 flex-col justify-center px-4">
        <p className="truncate text-xs text-faint">
          <span aria-hidden>Continue · </span>
          <time dateTime={chat.lastMessageAt}>{relativeTime(chat.lastMessageAt)}</time>
        </p>
        <Link
          to={chatAddress(chat)}
          className="display truncate text-base leading-snug outline-none after:absolute after:inset-0 sm:text-lg sm:leading-snug"
        >
          <span className="sr-only">Continue with</span> {name}
        </Link>
        <p className="truncate text-sm text-soft">{chat.lastMessage}</p>
      </div>
      <ArrowRight aria-hidden className="mr-4 size-5 shrink-0 self-center text-faint" />
      <CardHighlight />
    </Card>
  )
}
