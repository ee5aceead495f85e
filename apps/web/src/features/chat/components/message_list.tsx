import ArrowDown from 'lucide-react/icons/arrow-down'
import { use, useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { AiNotice } from '#web/components/shared/ai_notice'
import { Button } from '#web/components/ui/button'
import { classNames } from '#web/lib/class_names'
import { arrowStep } from '../arrow_step.ts'
import { MembersContext, type MessageActions } from '../message_actions.ts'
import type { Conversation } from '../reply/conversation.ts'
import { gapKey, type ChatItem, type MessageStore } from '../reply/message_store.ts'
import { useChatSnapshot, useMessage } from '../reply/use_messages.ts'
import type { ShownCharacter } from '#web/components/shared/shown_character'
import { isServerRender } from '#web/lib/server_render'
import { inServerTasks } from '#web/lib/server_tasks'
import { useMediaQuery } from '#web/lib/use_media_query'
import { lazyPart } from '#web/lib/lazy_part'
import { useMessageWindow } from '../use_message_window.ts'
import { useScrollToShown, useShownMessage, type ShownMessage } from '../use_shown_message.ts'
import type { ChatNames } from '../shown_text.ts'
import { useFollowEnd } from '../use_follow_end.ts'
import { usePages } from '../use_pages.ts'
import { MessageView } from './message_view.tsx'

const PressedMessage = lazyPart(async () => (await import('./pressed_message.tsx')).PressedMessage, null)

/** The distance from an end of the list within which the next page is loaded. */
const loadWithinPx = 1_200
const messagesPerServerTask = 3

/** The text column of a chat: at most about 66 letters wide, with a margin for the avatar. */
export const columnClasses = 'chat-column mx-auto w-full max-w-[41.5rem] px-4 sm:pr-6 sm:pl-18 @2xl:pr-18'

const isSameAuthor = (before: ChatItem | undefined, item: ChatItem | undefined) =>
  before?.isUser === item?.isUser && before?.characterId === item?.characterId

/** A status with the name of the writer. In a group chat, the name is unknown until the speaker is chosen. */
function Writer({ store, messageKey, name }: { store: MessageStore; messageKey: string; name: string }) {
  const speaker = useMessage(store, messageKey, (item) => item?.speaker)
  const isGroup = use(MembersContext).size > 0
  return speaker || !isGroup ? `${speaker ?? name} is writing…` : 'Writing…'
}

interface MessageListProps {
  conversation: Conversation
  names: ChatNames
  /** Must stay the same object while the character doesn't change. */
  character: ShownCharacter
  /** The notice that a machine writes, shown above everything else and above the messages that the server has marked. */
  notice: string | undefined
  /** Shown above the first message. */
  opening: ReactNode
  actions: MessageActions
  /** False when the character, or every character of a group, was deleted. */
  canAnswer: boolean
  /** The id of the oldest message that still fits into the prompt; null when all do. */
  cutAboveId: string | null
  /** The message to scroll to. */
  shown: ShownMessage | null
}

/**
 * The messages of a chat. The view follows the end while the user is there, and otherwise never moves. A chat that the user
 * hasn't written in yet opens at the start.
 */
export function MessageList(props: MessageListProps) {
  const { conversation, names, character, notice, opening, actions, canAnswer, cutAboveId, shown } = props
  const { store } = conversation
  const { keys: allKeys, hasOlder, hasWritten, phase, lastAnswer } = useChatSnapshot(store)
  const hasNewer = allKeys.includes(gapKey)
  const keys = useMemo(() => (hasNewer ? allKeys.slice(0, allKeys.indexOf(gapKey)) : allKeys), [allKeys, hasNewer])
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLOListElement>(null)
  const [startsAtEnd] = useState(() => store.snapshot().hasWritten)
  const [editing, setEditing] = useState<string | null>(null)
  const isTouch = useMediaQuery('(pointer: coarse)')
  const { isFollowing, scrollToEnd, glideToEnd, stopFollowing, ...end } = useFollowEnd(scroller, {
    startsAtEnd,
    hasEnd: !hasNewer,
  })
  const isAtEnd = end.isAtEnd && !hasNewer
  const lastKey = useRef(keys.at(-1))
  const newCount = useNewCount(allKeys, isAtEnd, phase !== 'idle')
  const found = useShownMessage(conversation, shown)
  const view = useMessageWindow({
    store,
    keys,
    scroller,
    list,
    startsAtEnd,
    isFollowing,
    pinned: editing ?? found?.key ?? null,
  })
  useScrollToShown(found, { list, stopFollowing })

  useLayoutEffect(() => {
    // Excludes a message that has waited at the end, because the user may be reading the reply before it.
    const isNewlySent = (key: string) => {
      const { isUser = false, status } = store.item(key) ?? {}
      return isUser && key !== lastKey.current && (status === 'pending' || status === 'waiting')
    }
    if (lastKey.current !== keys.at(-1) && keys.slice(-2).some(isNewlySent)) scrollToEnd()
    else if (isFollowing.current && lastKey.current === keys.at(-1)) scrollToEnd()
    lastKey.current = keys.at(-1)
  }, [keys, view.indexes, store, isFollowing, scrollToEnd])

  const older = usePages(() => conversation.loadOlder())
  const newer = usePages(() => conversation.loadNewer())
  const onScroll = () => {
    view.onScroll()
    const { scrollTop = 0, scrollHeight = 0, clientHeight = 0 } = scroller.current ?? {}
    if (hasOlder && !older.hasFailed && scrollTop < loadWithinPx) older.load()
    const isNearEnd = clientHeight > 0 && scrollHeight - clientHeight - scrollTop < loadWithinPx
    if (hasNewer && !newer.hasFailed && isNearEnd) newer.load()
  }

  useEffect(() => {
    const box = scroller.current
    // A page that is shorter than the window can't be scrolled.
    if (!box || box.clientHeight === 0 || box.scrollHeight > box.clientHeight) return
    if (hasOlder && !older.hasFailed) older.load()
    if (hasNewer && !newer.hasFailed) newer.load()
  })

  const rows: ReactNode[] = []
  let renderedTo = 0
  for (const index of view.indexes) {
    const key = keys[index]!
    const item = store.item(key)
    if (index > renderedTo) rows.push(<Spacer key={`before ${key}`} height={view.heightBetween(renderedTo, index)} />)
    renderedTo = index + 1
    rows.push(
      <MessageView
        key={key}
        store={store}
        messageKey={key}
        names={names}
        character={character}
        index={view.isWhole ? null : index}
        count={hasOlder || hasNewer ? -1 : keys.length}
        // Loading older messages must not change the message below them.
        isFirst={index === 0 && !hasOlder}
        isContinued={index > 0 && isSameAuthor(store.item(keys[index - 1]!), item)}
        isLastAnswer={canAnswer && key === lastAnswer}
        isEditing={key === editing}
        canAnswer={canAnswer}
        notice={item?.id && store.hasNotice(item.id) ? notice : undefined}
        isCutAbove={cutAboveId !== null && item?.id === cutAboveId && index > 0}
        actions={actions}
        onEdit={setEditing}
      />
    )
  }
  if (renderedTo < keys.length) rows.push(<Spacer key="after" height={view.heightBetween(renderedTo, keys.length)} />)

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={scroller}
        role="region"
        aria-label="Messages"
        tabIndex={0}
        className={classNames(
          'relative flex-1 overflow-y-auto overscroll-contain [overflow-anchor:none] focus-visible:-outline-offset-2',
          // The server-rendered page starts at the end without a script.
          isServerRender && startsAtEnd && 'flex flex-col-reverse'
        )}
        onScroll={onScroll}
        onKeyDown={(event) => {
          const element = event.target as HTMLElement
          // Ignores menus and dialogs of messages, which are elsewhere in the document, and toolbars, which handle the keys themselves.
          if (event.defaultPrevented || !event.currentTarget.contains(element) || element.matches('textarea')) return
          const step = arrowStep(event)
          if (step === 0) return
          event.preventDefault()
          actions.turn(step)
        }}
      >
        {/* The tools of the last answer, which wrap in narrow columns, are in the space below it. */}
        <div className={`${columnClasses} pt-7 pb-20 phone:pt-4 phone:pb-15`}>
          {hasOlder && (
            <div className="flex justify-center">
              <Button look="quiet" isLoading={older.isLoading} onClick={older.load}>
                Load older messages
              </Button>
            </div>
          )}
          <AiNotice text={notice} className="mb-5" />
          {opening}
          {/* On touch screens, a long press opens a sheet with the actions instead of selecting text. The sheet has the text. */}
          <ol ref={list} className="pointer-coarse:select-none">
            {inServerTasks(rows, messagesPerServerTask)}
          </ol>
          {hasNewer && (
            <div className="mt-6 flex justify-center">
              <Button look="quiet" isLoading={newer.isLoading} onClick={newer.load}>
                Load later messages
              </Button>
            </div>
          )}
        </div>
      </div>
      {/* Fades the text out at the lower edge. `useFollowEnd` keeps a growing reply above it. */}
      <div
        className={classNames(
          'pointer-events-none absolute inset-x-0 bottom-0 flex h-6 items-end bg-linear-to-t from-bg',
          phase === 'replying' && 'from-60%'
        )}
      >
        <p role="status" className={`${columnClasses} truncate text-xs text-soft`}>
          {phase === 'replying' && <Writer store={store} messageKey={allKeys.at(-1) ?? ''} name={names.character} />}
        </p>
      </div>
      {isTouch && (
        <PressedMessage
          list={list}
          store={store}
          names={names}
          actions={actions}
          rerollable={canAnswer && hasWritten && phase === 'idle' ? lastAnswer : null}
          onEdit={setEditing}
        />
      )}
      {!isAtEnd && (
        // The button is in the margin, where it covers no text.
        <div className="pointer-events-none absolute inset-x-0 bottom-2 z-10 mx-auto flex max-w-[41.5rem] justify-end px-3">
          <Button
            aria-label={newCount > 0 ? `Jump to newest, ${newCount} new` : 'Jump to newest'}
            title="Jump to newest"
            className={classNames(
              'pointer-events-auto animate-fade rounded-full! bg-float shadow-float',
              newCount > 0 ? 'pr-4 pl-3' : 'p-0!'
            )}
            onClick={() => {
              flushSync(store.showEnd)
              glideToEnd()
              // The button is about to unmount. With the focus on the scroller, the arrow keys continue to scroll.
              scroller.current?.focus({ preventScroll: true })
            }}
          >
            <ArrowDown aria-hidden className="size-5" />
            {newCount > 0 && <span className="text-sm tabular-nums">{newCount} new</span>}
          </Button>
        </div>
      )}
    </div>
  )
}

/** A spacer in place of messages that aren't rendered. */
const Spacer = ({ height }: { height: number }) => <li role="presentation" aria-hidden style={{ height }} />

/** Returns the number of new messages since the user left the end. Includes a message that was being written at that time. */
function useNewCount(keys: readonly string[], isAtEnd: boolean, isWriting: boolean): number {
  const [seen, setSeen] = useState<{ last: string | undefined; isAtEnd: boolean }>({ last: keys.at(-1), isAtEnd })
  if (isAtEnd ? seen.last !== keys.at(-1) || !seen.isAtEnd : seen.isAtEnd) {
    setSeen({ last: isAtEnd || !isWriting ? keys.at(-1) : keys.at(-2), isAtEnd })
  }
  if (isAtEnd) return 0
  const at = keys.lastIndexOf(seen.last ?? '')
  // The number is unknown when the last seen message was deleted.
  return at === -1 ? 0 : keys.length - 1 - at
}
