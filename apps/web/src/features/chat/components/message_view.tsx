import CircleAlert from 'lucide-react/icons/circle-alert'
import Scissors from 'lucide-react/icons/scissors'
import Square from 'lucide-react/icons/square'
import Unlink from 'lucide-react/icons/unlink'
import {
  lazy,
  memo,
  Suspense,
  useContext,
  useRef,
  useSyncExternalStore,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { Avatar } from '../../../components/shared/avatar.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Rubies } from '../../../components/shared/rubies.tsx'
import { classNames } from '../../../lib/class_names.ts'
import { fillMacros } from '../../../lib/fill_macros.ts'
import { ModelsContext, type MessageActions } from '../message_actions.ts'
import { isDrawnAhead } from '../../../lib/drawn_ahead.ts'
import { messageTime } from '../message_time.ts'
import type { ChatItem, MessageStore } from '../reply/message_store.ts'
import { useSwipeSideways } from '../use_swipe_sideways.ts'
import { AnswerActions } from './answer_actions.tsx'
import { MessageText } from './message_text.tsx'
import { MessageToolbar, quietClasses } from './message_toolbar.tsx'
import { ReplyPulse } from './reply_pulse.tsx'

// Few messages are ever changed.
const MessageEditor = lazy(async () => ({ default: (await import('./message_editor.tsx')).MessageEditor }))

interface MessageViewProps {
  store: MessageStore
  messageKey: string
  names: { character: string; user: string }
  avatar: string | null
  initialsOf: string
  /** Its place among those that are loaded, and how many there are; where not all are drawn. */
  index: number | null
  count: number
  isFirst: boolean
  /** The message above is by the same hand. */
  isContinued: boolean
  /** The answer that ends the chat. */
  isLastAnswer: boolean
  isEditing: boolean
  /** What is above it no longer reaches the model. */
  isCutAbove: boolean
  actions: MessageActions
  onEdit: (key: string | null) => void
}

/** One message; listens to its own changes only. */
export const MessageView = memo(function MessageView(props: MessageViewProps) {
  const { store, messageKey, names, index, count, isFirst, isContinued, isLastAnswer, isCutAbove, actions, onEdit } =
    props
  const current = () => store.item(messageKey)
  const item = useSyncExternalStore((listener) => store.subscribeItem(messageKey, listener), current, current)
  const self = useRef<HTMLDivElement>(null)
  if (!item) return null
  const text = fillMacros(item.content, names)
  const hasOthers = isLastAnswer && item.alternates.length > 1 && item.writing === null
  const turn = (step: number) => actions.choose(item.key, item.selected + step)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || !hasOthers || !actions.isComposerEmpty()) return
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    turn(event.key === 'ArrowLeft' ? -1 : 1)
  }
  const closeEditor = () => {
    onEdit(null)
    self.current?.focus({ preventScroll: true })
  }
  const tools = {
    onCopy: () => actions.copy(text),
    onEdit: item.id === null ? undefined : () => onEdit(item.key),
    onDelete: () => actions.delete(item.key),
  }
  return (
    <li
      data-key={messageKey}
      aria-posinset={index === null ? undefined : index + 1}
      aria-setsize={index === null ? undefined : count}
      className={isFirst ? undefined : 'pt-10'}
    >
      {isCutAbove && <CutHere />}
      {/* Takes the focus from a finger, which can't hover: what can be done with it shows then as well. */}
      <div
        ref={self}
        {...(hasOthers ? { role: 'group', 'aria-label': 'Last answer' } : {})}
        tabIndex={hasOthers ? 0 : -1}
        className="group relative rounded-control outline-offset-8 not-focus-visible:outline-none"
        onKeyDown={onKeyDown}
      >
        {props.isEditing ? (
          <Suspense fallback={<p className="text-read break-words whitespace-pre-wrap text-soft">{item.content}</p>}>
            <MessageEditor
              content={item.content}
              isUser={item.isUser}
              onSave={(content) => actions.edit(item.key, content)}
              onClose={closeEditor}
            />
          </Suspense>
        ) : item.isUser ? (
          <OwnMessage item={item} text={text} onRetry={() => actions.retry(item.key)} tools={tools} />
        ) : (
          <Reply
            item={item}
            text={text}
            name={names.character}
            avatar={props.avatar}
            initialsOf={props.initialsOf}
            isContinued={isContinued}
            actions={isLastAnswer ? actions : null}
            onTurn={hasOthers ? turn : null}
            tools={tools}
          />
        )}
      </div>
    </li>
  )
})

interface Tools {
  onCopy: () => void
  onEdit?: () => void
  onDelete: () => void
}

function OwnMessage({
  item,
  text,
  onRetry,
  tools,
}: {
  item: ChatItem
  text: string
  onRetry: () => void
  tools: Tools
}) {
  const isMissing = item.status === 'failed' || item.status === 'unanswered'
  return (
    <div className="flex flex-col items-end pl-8 sm:pl-16">
      <span className="sr-only">You:</span>
      <div className="max-w-full rounded-card rounded-br-[0.375rem] bg-bubble px-4.5 py-2.5 text-read leading-[1.55] break-words whitespace-pre-wrap">
        <MessageText text={text} />
      </div>
      {isMissing && (
        <div className="mt-1.5 flex flex-wrap items-center justify-end gap-x-1 text-sm">
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
              {item.status === 'failed' ? 'Retry' : 'Write a reply'}
            </Button>
          )}
        </div>
      )}
      {/* Below the message without taking room: what comes and goes here moves nothing. */}
      {item.status === 'pending' ? (
        <p className="absolute top-full right-1 pt-1 text-xs text-soft">Sending...</p>
      ) : (
        <div className={classNames('absolute top-full right-0 z-10 flex items-center gap-1', quietClasses)}>
          {!isMissing && <About item={item} />}
          <MessageToolbar {...tools} />
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
  initialsOf: string
  isContinued: boolean
  /** Of the answer that ends the chat. */
  actions: MessageActions | null
  /** To another of its answers. */
  onTurn: ((step: number) => void) | null
  tools: Tools
}

function Reply({ item, text, name, avatar, initialsOf, isContinued, actions, onTurn, tools }: ReplyProps) {
  const words = useRef<HTMLDivElement>(null)
  const swipe = useSwipeSideways(words, (step) => onTurn?.(step), onTurn !== null)
  const isWritten = item.status === 'sent'
  // One answer's text is not a beginning of another's.
  const answer = item.writing === 'reroll' ? Math.max(1, item.alternates.length) : item.selected
  return (
    <>
      {isContinued || item.status === 'failed' ? (
        <span className="sr-only">{name}:</span>
      ) : (
        <p className="mb-1.5 flex items-center gap-2.5">
          {/* In the margin, where there is one. */}
          <Avatar address={avatar} name={initialsOf} size="s" className="sm:absolute sm:top-0 sm:-left-14" />
          <span className="display text-lg leading-9">{name}</span>
        </p>
      )}
      <div
        ref={words}
        {...swipe}
        className={classNames('text-read break-words whitespace-pre-wrap', onTurn && 'touch-pan-y')}
      >
        <MessageText
          key={answer}
          text={text}
          isGrowing={item.status === 'streaming' || (item.status === 'pending' && text !== '')}
        />
      </div>
      {/* As high as the line of text that takes its place. */}
      {item.status === 'pending' && text === '' && (
        <p className="flex items-center gap-2.5 text-read text-soft">
          <ReplyPulse />
          Generating...
        </p>
      )}
      {item.status === 'failed' && <Note>No reply came.</Note>}
      {isWritten && item.state === 'stopped' && <Note icon={<Square className="size-3 fill-current" />}>Stopped</Note>}
      {isWritten && item.state === 'broken_off' && (
        <Note icon={<Unlink className="size-3.5" />}>Broken off here. {item.rubyCost === 0 && 'It cost nothing.'}</Note>
      )}
      {isWritten && item.state === 'complete' && item.isCut && (
        <Note icon={<Scissors className="size-3.5" />}>Cut off at the model&rsquo;s length</Note>
      )}
      {isWritten && item.id !== null && (
        <div className="absolute inset-x-0 top-full z-10 flex items-center justify-between gap-2 pt-0.5 max-sm:flex-wrap max-sm:gap-y-0">
          {actions && (
            <div className="-ml-2">
              <AnswerActions
                item={item}
                actions={actions}
                onCopy={tools.onCopy}
                onEdit={tools.onEdit ?? tools.onCopy}
              />
            </div>
          )}
          <div
            className={classNames(
              'flex min-h-9 items-center gap-1',
              quietClasses,
              // A phone has them in the menu beside.
              actions && 'max-sm:hidden'
            )}
          >
            <About item={item} isFirst={!actions} />
            <MessageToolbar {...tools} />
          </div>
        </div>
      )}
      {item.writing !== null && item.alternates.length > 0 && (
        <p className="absolute top-full left-0 pt-2 text-sm text-soft tabular-nums">
          {item.writing === 'reroll'
            ? `${item.alternates.length + 1}/${item.alternates.length + 1}`
            : `${item.selected + 1}/${item.alternates.length}`}
        </p>
      )}
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

/** Of what is above, only the first message still goes to the model. */
function CutHere() {
  return (
    <p className="mb-8 flex items-center gap-3 text-xs text-soft">
      <span aria-hidden className="flex-1 border-t border-dashed border-line-strong/60" />
      <span className="max-w-[70%] text-center text-balance">The model no longer sees what is above this line</span>
      <span aria-hidden className="flex-1 border-t border-dashed border-line-strong/60" />
    </p>
  )
}

/** When, and of an answer by which model and for how much. */
function About({ item, isFirst = true }: { item: ChatItem; isFirst?: boolean }) {
  const { models } = useContext(ModelsContext)
  if (item.createdAt === null) return null
  const model = item.isUser ? undefined : models.find(({ tier }) => tier === item.model)
  return (
    <p
      className={classNames(
        'flex items-center gap-1.5 text-xs whitespace-nowrap text-soft tabular-nums',
        isFirst && !item.isUser && 'pr-1'
      )}
    >
      <time dateTime={item.createdAt}>{isDrawnAhead ? '' : messageTime(item.createdAt)}</time>
      {model && <span className="max-sm:hidden">· {model.name}</span>}
      {item.rubyCost > 0 && (
        <span className="inline-flex items-center gap-1">
          · <Rubies amount={item.rubyCost} />
        </span>
      )}
      {item.isEdited && <span>· edited</span>}
    </p>
  )
}
