import ArrowDown from 'lucide-react/icons/arrow-down'
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react'
import { Button } from '#web/components/ui/button'
import { classNames } from '#web/lib/class_names'
import type { MessageActions } from '../message_actions.ts'
import type { Conversation } from '../reply/conversation.ts'
import { isServerRender } from '#web/lib/server_render'
import { useMessageWindow } from '../use_message_window.ts'
import { useFollowEnd } from '../use_follow_end.ts'
import { MessageView } from './message_view.tsx'

/** Closer to the top than this, the previous page is loaded. */
const loadOlderWithinPx = 1_200

/** The text column of a chat: about 66 letters wide, with a margin for the avatar. */
export const columnClasses = 'mx-auto w-full max-w-[41.5rem] px-4 sm:px-18'

interface MessageListProps {
  conversation: Conversation
  names: { character: string; user: string }
  avatar: string | null
  /** The initials in place of a missing avatar. */
  initialsOf: string
  /** Shown above the first message. */
  opening: ReactNode
  actions: MessageActions
  /** False when the character was deleted. */
  canAnswer: boolean
  /** The id of the oldest message that still fits into the prompt; null when all do. */
  cutAboveId: string | null
}

/**
 * The messages of a chat. Follows the end while the user is there; otherwise the view never moves. A chat that the user
 * hasn't written in yet opens at the start.
 */
export function MessageList(props: MessageListProps) {
  const { conversation, names, avatar, initialsOf, opening, actions, canAnswer, cutAboveId } = props
  const { store } = conversation
  const { keys, hasOlder, phase, lastAnswer } = useSyncExternalStore(store.subscribe, store.snapshot, store.snapshot)
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLOListElement>(null)
  const [startsAtEnd] = useState(() => store.snapshot().hasWritten)
  const [editing, setEditing] = useState<string | null>(null)
  const { isAtEnd, isFollowing, scrollToEnd, glideToEnd } = useFollowEnd(scroller, startsAtEnd)
  const lastKey = useRef(keys.at(-1))
  const newCount = useNewCount(keys, isAtEnd, phase !== 'idle')
  const view = useMessageWindow({
    store,
    keys,
    scroller,
    list,
    startsAtEnd,
    isFollowing,
    pinned: editing,
  })

  useLayoutEffect(() => {
    const isBeingSent = (key: string) => store.item(key)?.isUser && store.item(key)?.status === 'pending'
    if (lastKey.current !== keys.at(-1) && keys.slice(-2).some(isBeingSent)) scrollToEnd()
    else if (isFollowing.current && lastKey.current === keys.at(-1)) scrollToEnd()
    lastKey.current = keys.at(-1)
  }, [keys, view.indexes, store, isFollowing, scrollToEnd])

  const { isLoadingOlder, hasFailed, loadOlder } = useOlderMessages(conversation)
  const onScroll = () => {
    view.onScroll()
    if (hasOlder && !hasFailed && (scroller.current?.scrollTop ?? 0) < loadOlderWithinPx) loadOlder()
  }

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
          // The server's page starts at the end without a script.
          isServerRender && startsAtEnd && 'flex flex-col-reverse'
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
      {/* Fades the text out at the lower edge. */}
      <div aria-hidden className="pointer-events-none absolute inset-x-0 bottom-0 h-6 bg-linear-to-t from-bg" />
      {!isAtEnd && (
        // In the margin, where it covers no text.
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
              // The button is about to unmount. The arrow keys go on scrolling.
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

/** Takes the place of messages that aren't rendered. */
const Spacer = ({ height }: { height: number }) => <li role="presentation" aria-hidden style={{ height }} />

/** How many messages came since the user left the end. Includes one that was being written at that time. */
function useNewCount(keys: readonly string[], isAtEnd: boolean, isWriting: boolean): number {
  const [seen, setSeen] = useState<{ last: string | undefined; isAtEnd: boolean }>({ last: keys.at(-1), isAtEnd })
  if (isAtEnd ? seen.last !== keys.at(-1) || !seen.isAtEnd : seen.isAtEnd) {
    setSeen({ last: isAtEnd || !isWriting ? keys.at(-1) : keys.at(-2), isAtEnd })
  }
  if (isAtEnd) return 0
  const at = keys.lastIndexOf(seen.last ?? '')
  // Unknown when the last seen message was deleted.
  return at === -1 ? 0 : keys.length - 1 - at
}

/** Loads older pages. After a failure, which shows a toast, only the button loads more. */
function useOlderMessages(conversation: Conversation) {
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
