import CircleAlert from 'lucide-react/icons/circle-alert'
import Square from 'lucide-react/icons/square'
import Unlink from 'lucide-react/icons/unlink'
import { memo, useSyncExternalStore, type ReactNode } from 'react'
import { Avatar } from '../../../components/ui/avatar.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { classNames } from '../../../lib/class_names.ts'
import { fillMacros } from '../../../lib/fill_macros.ts'
import { messageTime } from '../message_time.ts'
import type { ChatItem, MessageStore } from '../reply/message_store.ts'
import { MessageText } from './message_text.tsx'
import { ReplyPulse } from './reply_pulse.tsx'

interface MessageViewProps {
  store: MessageStore
  messageKey: string
  names: { character: string; user: string }
  avatar: string | null
  /** The message above is by the same hand. */
  isContinued: boolean
  onRetry: (key: string) => void
}

/** One message; listens to its own changes only. */
export const MessageView = memo(function MessageView({ store, messageKey, isContinued, ...rest }: MessageViewProps) {
  const item = useSyncExternalStore(
    (listener) => store.subscribeItem(messageKey, listener),
    () => store.item(messageKey)
  )
  if (!item) return null
  const text = fillMacros(item.content, rest.names)
  return (
    // Takes the focus from a finger, which can't hover: the time shows then as well.
    <li tabIndex={-1} className={classNames('group relative outline-none', isContinued ? 'mt-6' : 'mt-9 first:mt-0')}>
      {item.isUser ? (
        <OwnMessage item={item} text={text} onRetry={() => rest.onRetry(item.key)} />
      ) : (
        <Reply item={item} text={text} name={rest.names.character} avatar={rest.avatar} isContinued={isContinued} />
      )}
    </li>
  )
})

function OwnMessage({ item, text, onRetry }: { item: ChatItem; text: string; onRetry: () => void }) {
  return (
    <div className="flex flex-col items-end pl-8 sm:pl-16">
      <span className="sr-only">You:</span>
      <div className="max-w-full rounded-card rounded-br-[0.375rem] bg-bubble px-4.5 py-2.5 text-read leading-[1.55] break-words whitespace-pre-wrap">
        <MessageText text={text} />
      </div>
      {/* Below the message without taking room: what comes and goes here moves nothing. */}
      {item.status === 'pending' ? (
        <p className="absolute top-full right-1 pt-1 text-xs text-soft">Sending...</p>
      ) : (
        <Time item={item} className="right-1" />
      )}
      {(item.status === 'failed' || item.status === 'unanswered') && (
        <div className="mt-1.5 flex items-center gap-1 text-sm">
          {item.status === 'failed' ? (
            <span className="inline-flex items-center gap-1.5 font-medium text-danger-text">
              <CircleAlert aria-hidden className="size-4" />
              Failed to send
            </span>
          ) : (
            <span className="text-soft">No reply came</span>
          )}
          {item.clientMessageId && (
            <Button look="quiet" className="underline underline-offset-4" onClick={onRetry}>
              Retry
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

interface ReplyProps {
  item: ChatItem
  text: string
  name: string
  avatar: string | null
  isContinued: boolean
}

function Reply({ item, text, name, avatar, isContinued }: ReplyProps) {
  return (
    <>
      {isContinued || item.status === 'failed' ? (
        <span className="sr-only">{name}:</span>
      ) : (
        <p className="mb-1.5 flex items-center gap-2.5">
          {/* In the margin, where there is one. */}
          <Avatar address={avatar} name={name} size="s" className="sm:absolute sm:top-0 sm:-left-14" />
          <span className="display text-lg leading-9">{name}</span>
        </p>
      )}
      <div className="text-read break-words whitespace-pre-wrap">
        <MessageText text={text} isGrowing={item.status === 'streaming'} />
      </div>
      {/* As high as the line of text that takes its place. */}
      {item.status === 'pending' && (
        <p className="flex items-center gap-2.5 text-read text-soft">
          <ReplyPulse />
          Generating...
        </p>
      )}
      {item.status === 'failed' && <Note>No reply came.</Note>}
      {item.status === 'sent' && item.state === 'stopped' && (
        <Note icon={<Square className="size-3 fill-current" />}>Stopped</Note>
      )}
      {item.status === 'sent' && item.state === 'broken_off' && (
        <Note icon={<Unlink className="size-3.5" />}>Broken off here. It cost nothing.</Note>
      )}
      <Time item={item} className="left-0" />
    </>
  )
}

/** How a reply ended, when it did not end by itself. */
function Note({ icon, children }: { icon?: ReactNode; children: ReactNode }) {
  return (
    <p className="mt-3 flex items-center gap-3 text-sm text-soft">
      {icon && (
        <span aria-hidden className="inline-flex items-center gap-3">
          <span className="w-8 border-t border-line-strong" />
          {icon}
        </span>
      )}
      <span>{children}</span>
    </p>
  )
}

/** There for readers always, for the eye on hover and focus. Takes no room. */
function Time({ item, className }: { item: ChatItem; className: string }) {
  if (item.createdAt === null || item.status === 'failed' || item.status === 'unanswered') return null
  return (
    <time
      dateTime={item.createdAt}
      className={classNames(
        'absolute top-full pt-1 text-xs text-soft tabular-nums opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 group-focus:opacity-100',
        className
      )}
    >
      {messageTime(item.createdAt)}
    </time>
  )
}
