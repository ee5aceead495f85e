import type { ChatListItem } from '#modules/chat/api'
import GitBranch from 'lucide-react/icons/git-branch'
import { splitActions } from '#web/components/shared/split_actions'

/** The title of a chat, or else its last message with actions in italics. Null when it has neither. Style it as one line. */
export function ChatExcerpt({ chat }: { chat: ChatListItem }) {
  const text = <ExcerptText chat={chat} />
  if (!chat.isBranch) return text
  return (
    <>
      <GitBranch aria-hidden className="mr-1 inline size-3.5 align-[-0.125em]" />
      <span className="sr-only">Branch: </span>
      {text}
    </>
  )
}

function ExcerptText({ chat }: { chat: ChatListItem }) {
  if (chat.title) return chat.title
  if (!chat.lastMessage) return null
  // An excerpt may end within an action.
  return splitActions(chat.lastMessage, true).map((part, index) =>
    part.isAction ? <em key={index}>{part.text}</em> : <span key={index}>{part.text}</span>
  )
}
