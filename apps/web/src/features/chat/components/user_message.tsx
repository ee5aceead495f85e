import CircleAlert from 'lucide-react/icons/circle-alert'
import Clock from 'lucide-react/icons/clock'
import { Button } from '#web/components/ui/button'
import { MessageText } from '#web/components/text/message_text'
import { useIsOffline } from '#web/lib/is_offline'
import { classNames } from '#web/lib/class_names'
import { MessagePictures } from '../pictures/message_pictures.tsx'
import { HiddenMark } from './hidden_mark.tsx'
import { MessageDetails } from './message_details.tsx'
import { MessageToolbar, quietClasses } from './message_toolbar.tsx'
import type { RenderedMessage } from './message_tools.tsx'
import { Price, usePricedLabel } from './price.tsx'

export function UserMessage(message: RenderedMessage) {
  const { item, text, actions } = message
  const priced = usePricedLabel()
  const isOffline = useIsOffline()
  const retryLabel = item.status === 'failed' ? 'Retry' : 'Get a reply'
  const hasNoReply = item.status === 'failed' || item.status === 'unanswered'
  return (
    <div className="flex flex-col items-end pl-8 sm:pl-16">
      <span className="sr-only">You:</span>
      {item.content !== '' && (
        <div
          className={classNames(
            'max-w-full rounded-card rounded-br-[0.375rem] bg-bubble px-4.5 py-2.5 text-read leading-[1.55] break-words whitespace-pre-wrap',
            item.isHidden && 'text-soft'
          )}
        >
          <MessageText text={text} />
        </div>
      )}
      <MessagePictures item={item} className={classNames('justify-end', item.content !== '' && 'mt-2')} />
      <HiddenMark {...message} className="justify-end" />
      {hasNoReply && (
        <div className="mt-1.5 flex flex-wrap items-center justify-end gap-x-1 text-sm">
          {item.status === 'failed' ? (
            <span className="inline-flex items-center gap-1.5 font-medium text-danger-text">
              <CircleAlert aria-hidden className="size-4" />
              Failed to send
            </span>
          ) : (
            <span className="text-soft">No reply</span>
          )}
          {item.clientMessageId && (
            <Button look="quiet" title={priced(retryLabel)} onClick={() => actions.retry(item.key)}>
              <span className="underline underline-offset-4">{retryLabel}</span> <Price />
            </Button>
          )}
          {item.failure && <p className="basis-full text-right text-pretty text-soft">{item.failure}</p>}
          {/* A message that failed before the page was loaded isn't announced. */}
          {item.failure !== null && (
            <span role="alert" className="sr-only">
              {item.failure || 'Failed to send message'}
            </span>
          )}
        </div>
      )}
      {item.status === 'waiting' && (
        <div className="mt-1.5 flex flex-wrap items-center justify-end gap-x-1 text-sm">
          <span className="inline-flex items-center gap-1.5 text-soft">
            <Clock aria-hidden className="size-4" />
            {isOffline ? 'Offline: sends when you’re back' : 'Sends when the reply is finished'}
          </span>
          <Button look="quiet" className="underline underline-offset-4" onClick={() => actions.cancel(item.key)}>
            Cancel
          </Button>
        </div>
      )}
      {/* The position is absolute, so that showing and hiding the status doesn't move the text. */}
      {item.status === 'pending' ? (
        <p className="absolute top-full right-1 pt-1 text-xs text-soft">Sending...</p>
      ) : item.status === 'waiting' ? null : (
        <div className={classNames('absolute top-full right-0 z-10 flex items-center gap-1', quietClasses)}>
          {!hasNoReply && <MessageDetails item={item} />}
          <MessageToolbar {...message} />
        </div>
      )}
    </div>
  )
}
