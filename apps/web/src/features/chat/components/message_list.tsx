import ArrowDown from 'lucide-react/icons/arrow-down'
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { classNames } from '../../../lib/class_names.ts'
import type { MessageActions } from '../message_actions.ts'
import type { Conversation } from '../reply/conversation.ts'
import { isDrawnAhead } from '../../../lib/server_render.ts'
import { useMessageWindow } from '../use_message_window.ts'
import { useReadingPlace } from '../use_reading_place.ts'
import { MessageView } from './message_view.tsx'

/** Nearer to the beginning than this, the page before is asked for. */
const olderFromPx = 1_200

/** The column that everything in a chat stands in: some 66 letters wide, with a margin for the portrait. */
export const columnClasses = 'mx-auto w-full max-w-[41.5rem] px-4 sm:px-18'

interface MessageListProps {
  conversation: Conversation
  names: { character: string; user: string }
  avatar: string | null
  /** What stands in for the avatar is made of this. */
  initialsOf: string
  /** Above the first message. */
  opening: ReactNode
  actions: MessageActions
  /** Whether the last answer can have others: not when the character is gone. */
  canAnswer: boolean
  /** The id of the message above which the history is cut from the prompt. */
  cutAboveId: string | null
}

/**
 * The messages. Stays at the end while the reader is there, and never moves under a reader who is not. A chat that the
 * reader has not written in yet opens at its beginning: that is what there is to read.
 */
export function MessageList(props: MessageListProps) {
  const { conversation, names, avatar, initialsOf, opening, actions, canAnswer, cutAboveId } = props
  const { store } = conversation
  const { keys, hasOlder, phase, lastAnswer } = useSyncExternalStore(store.subscribe, store.snapshot, store.snapshot)
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLOListElement>(null)
  const startsAtEnd = useRef(store.snapshot().hasWritten)
  const [editing, setEditing] = useState<string | null>(null)
  const { isAtEnd, isFollowing, toEnd, glideToEnd } = useReadingPlace(scroller, startsAtEnd.current)
  const lastKey = useRef(keys.at(-1))
  const newCount = useNewCount(keys, isAtEnd, phase !== 'idle')
  const view = useMessageWindow({
    store,
    keys,
    scroller,
    list,
    startsAtEnd: startsAtEnd.current,
    isFollowing,
    pinned: editing,
  })

  useLayoutEffect(() => {
    const isOwnNew = (key: string) => store.item(key)?.isUser && store.item(key)?.status === 'pending'
    if (lastKey.current !== keys.at(-1) && keys.slice(-2).some(isOwnNew)) toEnd()
    else if (isFollowing.current && lastKey.current === keys.at(-1)) toEnd()
    lastKey.current = keys.at(-1)
  }, [keys, view.indexes, store, isFollowing, toEnd])

  const { isLoadingOlder, hasFailed, loadOlder } = useOlder(conversation)
  const onScroll = () => {
    view.onScroll()
    if (hasOlder && !hasFailed && (scroller.current?.scrollTop ?? 0) < olderFromPx) loadOlder()
  }

  const rows: ReactNode[] = []
  let drawnTo = 0
  for (const index of view.indexes) {
    const key = keys[index]!
    const item = store.item(key)
    if (index > drawnTo) rows.push(<Room key={`before ${key}`} height={view.room(drawnTo, index)} />)
    drawnTo = index + 1
    rows.push(
      <MessageView
        key={key}
        store={store}
        messageKey={key}
        names={names}
        avatar={avatar}
        initialsOf={initialsOf}
        index={view.isWhole ? null : index}
        count={hasOlder ? -1 : keys.length}
        isFirst={index === 0}
        isContinued={index > 0 && store.item(keys[index - 1]!)?.isUser === item?.isUser}
        isLastAnswer={canAnswer && key === lastAnswer}
        isEditing={key === editing}
        isCutAbove={cutAboveId !== null && item?.id === cutAboveId && index > 0}
        actions={actions}
        onEdit={setEditing}
      />
    )
  }
  if (drawnTo < keys.length) rows.push(<Room key="after" height={view.room(drawnTo, keys.length)} />)

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={scroller}
        role="region"
        aria-label="Messages"
        tabIndex={0}
        className={classNames(
          'relative flex-1 overflow-y-auto overscroll-contain [overflow-anchor:none] focus-visible:-outline-offset-2',
          // Nothing runs yet that could scroll to the end.
          isDrawnAhead && startsAtEnd.current && 'flex flex-col-reverse'
        )}
        onScroll={onScroll}
      >
        <div className={`${columnClasses} pt-7 pb-15`}>
          {hasOlder && (
            <div className="mb-8 flex justify-center">
              <Button look="quiet" isLoading={isLoadingOlder} onClick={loadOlder}>
                Load older messages
              </Button>
            </div>
          )}
          {opening}
          <ol ref={list}>{rows}</ol>
        </div>
      </div>
      {/* The text goes down into the page instead of being cut off. */}
      <div aria-hidden className="pointer-events-none absolute inset-x-0 bottom-0 h-6 bg-linear-to-t from-bg" />
      {!isAtEnd && (
        // In the margin, so that it lies on no word where there is room for that.
        <div className="pointer-events-none absolute inset-x-0 bottom-2 z-10 mx-auto flex max-w-[41.5rem] justify-end px-3">
          <Button
            aria-label={newCount > 0 ? `Jump to newest, ${newCount} new` : 'Jump to newest'}
            title="Jump to newest"
            className={classNames(
              'pointer-events-auto animate-fade rounded-full! bg-float shadow-float',
              newCount > 0 ? 'pr-4 pl-3' : 'p-0!'
            )}
            onClick={() => {
              glideToEnd()
              // It is about to go; the arrow keys should go on where it led.
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

/** In the place of messages that are not drawn. */
const Room = ({ height }: { height: number }) => <li role="presentation" aria-hidden style={{ height }} />

/** How many messages have come since the reader was at the end; one being written when the reader left it is among them. */
function useNewCount(keys: readonly string[], isAtEnd: boolean, isWriting: boolean): number {
  const [seen, setSeen] = useState<{ last: string | undefined; isAtEnd: boolean }>({ last: keys.at(-1), isAtEnd })
  if (isAtEnd ? seen.last !== keys.at(-1) || !seen.isAtEnd : seen.isAtEnd) {
    setSeen({ last: isAtEnd || !isWriting ? keys.at(-1) : keys.at(-2), isAtEnd })
  }
  if (isAtEnd) return 0
  const at = keys.lastIndexOf(seen.last ?? '')
  // The last one seen was deleted: nobody knows how many came after it.
  return at === -1 ? 0 : keys.length - 1 - at
}

/** Earlier pages. After one that failed (a toast has said so) the next is asked for by the button only. */
function useOlder(conversation: Conversation) {
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle')
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => void (isOpen.current = false)
  }, [])
  const loadOlder = () => {
    if (state === 'loading') return
    setState('loading')
    const before = conversation.store.snapshot()
    void conversation.loadOlder().then(() => {
      const { keys, hasOlder } = conversation.store.snapshot()
      if (isOpen.current) setState(keys[0] === before.keys[0] && hasOlder ? 'failed' : 'idle')
    })
  }
  return { isLoadingOlder: state === 'loading', hasFailed: state === 'failed', loadOlder }
}
