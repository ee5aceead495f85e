import ArrowDown from 'lucide-react/icons/arrow-down'
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import type { Conversation } from '../reply/conversation.ts'
import { MessageView } from './message_view.tsx'

/** Nearer to the end than this counts as being there. */
const nearPx = 48

const isNearEnd = (element: HTMLElement) => element.scrollHeight - element.scrollTop - element.clientHeight < nearPx

interface MessageListProps {
  conversation: Conversation
  names: { character: string; user: string }
  avatar: string | null
  /** Above the first message. */
  opening: ReactNode
  onRetry: (key: string) => void
}

/**
 * The messages. Stays at the end while the reader is there, and never moves under a reader who is not. A chat that the
 * reader has not written in yet opens at its beginning: that is what there is to read.
 */
export function MessageList({ conversation, names, avatar, opening, onRetry }: MessageListProps) {
  const { store } = conversation
  const { keys, hasOlder } = useSyncExternalStore(store.subscribe, store.snapshot)
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const isPinned = useRef(store.snapshot().hasWritten)
  const [isAtEnd, setIsAtEnd] = useState(true)
  const shape = useRef({ first: keys[0], last: keys.at(-1), height: 0 })

  const toEnd = () => {
    const element = scroller.current
    if (!element) return
    isPinned.current = true
    setIsAtEnd(true)
    element.scrollTop = element.scrollHeight
  }

  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const before = shape.current
    const hasOwnNew = before.last !== keys.at(-1) && keys.slice(-2).some((key) => store.item(key)?.status === 'pending')
    if (hasOwnNew || isPinned.current) toEnd()
    // Earlier messages came in above: what was looked at stays where it was.
    else if (before.first !== keys[0]) element.scrollTop += element.scrollHeight - before.height
    shape.current = { first: keys[0], last: keys.at(-1), height: element.scrollHeight }
  }, [keys, store])

  useEffect(() => {
    if (!content.current || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(() => {
      const element = scroller.current
      if (!element) return
      if (isPinned.current) element.scrollTop = element.scrollHeight
      else setIsAtEnd(isNearEnd(element))
      shape.current.height = element.scrollHeight
    })
    observer.observe(content.current)
    if (scroller.current) observer.observe(scroller.current)
    return () => observer.disconnect()
  }, [])

  const onScroll = () => {
    const element = scroller.current
    if (!element) return
    isPinned.current = isNearEnd(element)
    setIsAtEnd(isPinned.current)
    if (element.scrollTop < 200 && hasOlder) void conversation.loadOlder()
  }

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={scroller}
        role="region"
        aria-label="Messages"
        tabIndex={0}
        className="flex-1 overflow-y-auto overscroll-contain focus-visible:-outline-offset-2 [overflow-anchor:none]"
        onScroll={onScroll}
      >
        <div ref={content} className="mx-auto max-w-3xl px-4 py-6 sm:px-6">
          {hasOlder && (
            <div className="mb-6 flex justify-center">
              <Button look="quiet" onClick={() => void conversation.loadOlder()}>
                Load older messages
              </Button>
            </div>
          )}
          {opening}
          <ol className="grid grid-cols-[minmax(0,1fr)] gap-6">
            {keys.map((key) => (
              <MessageView key={key} store={store} messageKey={key} names={names} avatar={avatar} onRetry={onRetry} />
            ))}
          </ol>
        </div>
      </div>
      {!isAtEnd && (
        <Button
          isIcon
          aria-label="Jump to newest"
          className="absolute bottom-3 left-1/2 -translate-x-1/2 animate-fade rounded-full bg-raised shadow-card"
          onClick={toEnd}
        >
          <ArrowDown aria-hidden className="size-5" />
        </Button>
      )}
    </div>
  )
}
