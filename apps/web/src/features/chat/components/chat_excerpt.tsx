import type { ChatListItem } from '#modules/chat/api'
import GitBranch from 'lucide-react/icons/git-branch'

/** The title of a chat, or else the beginning of its last message. Null when it has neither. Style it as one line. */
export function ChatExcerpt({ chat }: { chat: ChatListItem }) {
  const text = chat.title || chat.lastMessage
  if (!chat.isBranch) return text
  return (
    <>
      <GitBranch aria-hidden className="mr-1 inline size-3.5 align-[-0.125em]" />
      <span className="sr-only">Branch: </span>
      {text}
    </>
  )
}
