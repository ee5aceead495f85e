import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { AiNotice } from '#web/components/shared/ai_notice'
import { DemoBadge } from '#web/components/shared/demo_badge'
import { visitorChats } from '#web/components/shared/visitor_chats'
import { browser } from '#web/lib/browser'
import { classNames } from '#web/lib/class_names'
import { registerAddress, type LandingCharacter } from '../landing_character.ts'
import type { DemoConversation, DemoState } from '../demo_conversation.ts'
import { OpeningText } from './opening_text.tsx'
import { DemoComposer } from './demo_composer.tsx'
import '../demo.css'

/** Loaded when the visitor is about to write: the first page must stay small. */
const loadChat = () => import('./demo_chat.tsx')

interface StartedDemo extends Pick<Awaited<ReturnType<typeof loadChat>>, 'DemoChat'> {
  conversation: DemoConversation
}

interface DemoProps {
  /** Stays the same; give each character its own `key`. */
  character: LandingCharacter
  isSeen: boolean
  isDemo: boolean
  /** The notice that a machine writes. */
  notice: string | undefined
}

/** The opening message of a character, which visitors can answer without an account. */
export function Demo({ character, isSeen, isDemo, notice }: DemoProps) {
  const { id, name, opening } = character
  const [started, setStarted] = useState<StartedDemo | null>(null)
  const [isStarting, setIsStarting] = useState(false)
  const isMounted = useRef(true)
  const state = useSyncExternalStore(
    started?.conversation.state.subscribe ?? neverChanges,
    () => started?.conversation.state.current() ?? null,
    () => null
  )
  useEffect(() => () => started?.conversation.leave(), [started])

  const start = async (content: string | null) => {
    setIsStarting(true)
    try {
      const { DemoChat, DemoConversation } = await loadChat()
      if (!isMounted.current) return
      const conversation = new DemoConversation(id)
      if (content !== null) conversation.send(content)
      setStarted({ DemoChat, conversation })
    } catch {
      // Offline, or a new version was deployed. Signing in leads to a chat, too.
      if (content !== null) browser.leaveTo(registerAddress(id, false))
    }
    setIsStarting(false)
  }
  const latest = useRef(start)
  useEffect(() => {
    isMounted.current = true
    if (visitorChats.find(id)) void latest.current(null)
    return () => void (isMounted.current = false)
  }, [id])

  const followEnd = useFollowEnd(state)
  const isBusy = isStarting || (state !== null && state.reply !== null)
  return (
    <>
      <AiNotice text={notice} className="mb-5" />
      <div
        {...followEnd}
        // Scrollable by keyboard.
        tabIndex={started ? 0 : undefined}
        role={started ? 'region' : undefined}
        aria-label={started ? `Conversation with ${name}` : undefined}
        className={classNames('flex-1 text-read', started ? 'demo-chat' : 'min-h-88')}
      >
        <OpeningText text={opening} isSeen={isSeen} />
        {started && state && (
          <started.DemoChat character={character} state={state} conversation={started.conversation} />
        )}
      </div>
      {!state?.end && (
        <>
          <DemoComposer
            name={name}
            isBusy={isBusy}
            hasSuggestions={!isStarting && !state?.messages.length}
            onSend={(content) => (started ? started.conversation.send(content) : void start(content))}
            onIntent={() => void loadChat().catch(() => {})}
          />
          {isDemo && (
            <p className="mt-3 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm text-soft">
              <DemoBadge />A built-in writer answers, not an AI model.
            </p>
          )}
        </>
      )}
    </>
  )
}

/** In pixels. */
const nearEnd = 48

const neverChanges = () => () => {}

/** Keeps the end of the conversation in view while the visitor doesn't scroll up. A new message scrolls down again. */
function useFollowEnd(state: DemoState | null) {
  const place = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const count = state?.messages.length
  useLayoutEffect(() => {
    isAtEnd.current = true
    // It has just become smaller, or the visitor had scrolled past it.
    if (count) place.current?.scrollIntoView?.({ block: 'nearest' })
  }, [count])
  useLayoutEffect(() => {
    const element = place.current
    if (state && element && isAtEnd.current) element.scrollTop = element.scrollHeight
  }, [state])
  const onScroll = () => {
    const element = place.current
    if (element) isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < nearEnd
  }
  return { ref: place, onScroll }
}
