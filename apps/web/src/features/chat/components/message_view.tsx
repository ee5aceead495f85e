import { memo, useSyncExternalStore } from 'react'
import { Picture } from '../../../components/ui/picture.tsx'
import { fillMacros } from '../../../lib/fill_macros.ts'
import type { ChatItem, MessageStore } from '../reply/message_store.ts'
import { MessageText } from './message_text.tsx'

interface MessageViewProps {
  store: MessageStore
  messageKey: string
  names: { character: string; user: string }
  avatar: string | null
  onRetry: (key: string) => void
}

/** One message; listens to its own changes only. */
export const MessageView = memo(function MessageView({ store, messageKey, names, avatar, onRetry }: MessageViewProps) {
  const item = useSyncExternalStore(
    (listener) => store.subscribeItem(messageKey, listener),
    () => store.item(messageKey)
  )
  if (!item) return null
  const text = fillMacros(item.content, names)
  return item.isUser ? (
    <li className="flex flex-col items-end gap-1 pl-10 sm:pl-20">
      <span className="sr-only">You:</span>
      <div className="max-w-full rounded-card rounded-br-[0.375rem] bg-bubble px-4 py-2.5 leading-relaxed break-words whitespace-pre-wrap">
        <MessageText text={text} />
      </div>
      <UserMessageState item={item} onRetry={() => onRetry(item.key)} />
    </li>
  ) : (
    <li className="flex gap-3 pr-4 sm:gap-4 sm:pr-12">
      <Picture
        address={avatar}
        name={names.character}
        className="mt-0.5 size-9 rounded-full"
        initialsClassName="text-xs"
      />
      <div className="min-w-0 flex-1">
        <p className="text-sm font-semibold text-soft">{names.character}</p>
        <div className="leading-relaxed break-words whitespace-pre-wrap">
          <MessageText text={text} isGrowing={item.status === 'streaming'} />
          {item.status === 'streaming' && (
            <span
              aria-hidden
              data-testid="reply-cursor"
              className="cursor-blink ml-0.5 inline-block h-[1.1em] w-[0.45em] translate-y-[0.2em] rounded-xs bg-accent-text"
            />
          )}
        </div>
        <ReplyState item={item} />
      </div>
    </li>
  )
})

function UserMessageState({ item, onRetry }: { item: ChatItem; onRetry: () => void }) {
  if (item.status === 'pending') return <p className="text-[0.8125rem] text-faint">Sending...</p>
  if (item.status !== 'failed' && item.status !== 'unanswered') return null
  return (
    <p className="flex items-center gap-1 text-sm">
      {item.status === 'failed' ? (
        <span className="text-danger-text">Failed to send</span>
      ) : (
        <span className="text-faint">No reply came</span>
      )}
      {item.clientMessageId && (
        <button
          type="button"
          className="min-h-touch rounded-control px-2.5 font-semibold underline underline-offset-4 hover:bg-hover"
          onClick={onRetry}
        >
          Retry
        </button>
      )}
    </p>
  )
}

function ReplyState({ item }: { item: ChatItem }) {
  if (item.status === 'pending') return <p className="animate-pulse text-faint">Generating...</p>
  if (item.status === 'failed') return <p className="text-sm text-faint">No reply came.</p>
  if (item.status === 'streaming') return null
  if (item.state === 'stopped') return <p className="mt-1 text-[0.8125rem] text-faint">Stopped</p>
  if (item.state === 'broken_off')
    return <p className="mt-1 text-[0.8125rem] text-faint">Broken off here. It cost nothing.</p>
  return null
}
