import type { ChatData } from '#modules/chat/api'
import Square from 'lucide-react/icons/square'
import X from 'lucide-react/icons/x'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { Rubies } from '#web/components/shared/rubies'
import { ShortText } from '#web/components/text/short_text'
import { Button } from '#web/components/ui/button'
import { IconButton } from '#web/components/ui/icon_button'
import { Checkbox } from '#web/components/ui/toggle'
import { toastUndo } from '#web/lib/toasts'
import { choiceClasses, choiceItemClasses, ChoiceRow } from '../components/choice_row.tsx'
import { usePricedLabel } from '../components/price.tsx'
import { ReplyPulse } from '../components/reply_pulse.tsx'
import type { ChatPage } from '../use_chat_page.ts'
import { setSuggestsAlways, suggestsAlways } from './suggest_context.ts'
import { useSuggestions } from './use_suggestions.ts'

interface ReplySuggestionsProps {
  page: ChatPage
  data: ChatData
  rubies: number
  /** Whether a reply can be requested now. */
  isFree: boolean
  /** How many suggestions the user has requested, and how many of them were sent. */
  requests: { count: number; sent: RefObject<number> }
  onSend: (text: string) => void
}

/** Three suggested replies to the last answer, above the composer. A tap puts one into the composer, holding it sends it. */
export function ReplySuggestions({ page, data, rubies, isFree, requests, onSend }: ReplySuggestionsProps) {
  const { draft, field } = page
  const { model } = page.choice
  const suggestions = useSuggestions({ page, data })
  const { lines, moment, phase, problem } = suggestions
  const [isAlways, setIsAlways] = useState(suggestsAlways)
  const priced = usePricedLabel()
  const cost = model?.suggestionCost
  const canRequest = isFree && moment !== null && model !== undefined && cost !== undefined
  const request = () => {
    if (canRequest) page.begin(suggestions.request, { ...model, cost })
  }

  useEffect(() => {
    if (requests.sent.current === requests.count) return
    requests.sent.current = requests.count
    request()
  })

  // Only for answers that this page has received: opening a chat or editing an answer spends no rubies.
  const before = useRef({ phase: page.phase, moment })
  useEffect(() => {
    const { current } = before
    const hasArrived = current.phase !== 'idle' && page.phase === 'idle' && moment !== null && moment !== current.moment
    current.phase = page.phase
    if (page.phase === 'idle') current.moment = moment
    if (hasArrived && isAlways && canRequest && rubies >= cost && !page.hasWaiting) request()
  })

  if (phase === 'idle' && lines.length === 0 && problem === null) return null
  const take = (text: string) => {
    const written = draft.current()
    draft.setText(text)
    if (written !== '' && !lines.includes(written)) toastUndo('Your text was replaced', () => draft.setText(written))
    field.current?.focus()
  }
  return (
    // An on-screen keyboard leaves no room for them.
    <div className="relative bg-bg [@media(max-height:26rem)]:hidden">
      <p role="status" className="sr-only">
        {phase !== 'idle' ? 'Suggesting replies…' : lines.length > 0 && 'Three replies are suggested.'}
      </p>
      {phase === 'idle' && lines.length > 0 && (
        <ChoiceRow label="Suggested replies">
          {lines.map((text) => (
            <li key={text} className={choiceItemClasses}>
              <Suggestion
                text={text}
                title={`Tap to edit, hold to ${priced('send')}`}
                onTake={() => take(text)}
                onHold={() => onSend(text)}
              />
            </li>
          ))}
        </ChoiceRow>
      )}
      <div className="mx-auto flex w-full max-w-[39rem] items-center justify-between gap-x-3 px-4 pb-1.5">
        {phase === 'idle' ? (
          <>
            {problem !== null ? (
              <p role="alert" className="min-w-0 text-sm text-warning-text">
                {problem}
              </p>
            ) : (
              <Checkbox
                label={
                  <span className="inline-flex items-center gap-1.5 font-normal text-soft">
                    After every answer {cost !== undefined && cost > 0 && <Rubies amount={cost} />}
                  </span>
                }
                className="items-center! py-1!"
                checked={isAlways}
                onChange={({ target }) => {
                  setSuggestsAlways(target.checked)
                  setIsAlways(target.checked)
                }}
              />
            )}
            <span className="flex items-center gap-2">
              {lines.length > 0 && <span className="text-xs text-faint max-sm:hidden">Tap to edit, hold to send</span>}
              <IconButton size="s" label="Hide suggestions" icon={<X />} onClick={suggestions.dismiss} />
            </span>
          </>
        ) : (
          <>
            <span aria-hidden className="flex min-h-9 items-center gap-2.5 text-sm text-soft">
              <ReplyPulse /> Suggesting replies…
            </span>
            <Button look="quiet" size="s" disabled={phase === 'stopping'} onClick={suggestions.stop}>
              <Square aria-hidden className="size-3 fill-current" /> Stop
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

const holdMs = 450
/** The distance that a holding finger may move. Beyond it, the finger scrolls. */
const tolerancePx = 8

interface SuggestionProps {
  text: string
  title: string
  onTake: () => void
  onHold: () => void
}

function Suggestion({ text, title, onTake, onHold }: SuggestionProps) {
  const press = useRef<{ x: number; y: number; timer: ReturnType<typeof setTimeout> } | null>(null)
  /** Whether the press that is about to click has already sent. */
  const wasHeld = useRef(false)
  const cancel = () => {
    clearTimeout(press.current?.timer)
    press.current = null
  }
  useEffect(() => cancel, [])
  return (
    <button
      type="button"
      title={title}
      aria-keyshortcuts="Control+Enter"
      className={`${choiceClasses} select-none`}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return
        event.preventDefault()
        onHold()
      }}
      onPointerDown={({ isPrimary, button, clientX: x, clientY: y }) => {
        cancel()
        wasHeld.current = false
        if (!isPrimary || button !== 0) return
        const hold = () => {
          press.current = null
          wasHeld.current = true
          onHold()
        }
        press.current = { x, y, timer: setTimeout(hold, holdMs) }
      }}
      onPointerMove={({ clientX, clientY }) => {
        const { x, y } = press.current ?? { x: clientX, y: clientY }
        if (Math.hypot(clientX - x, clientY - y) > tolerancePx) cancel()
      }}
      onPointerUp={cancel}
      onPointerCancel={cancel}
      onPointerLeave={cancel}
      // Prevents the browser's own menu for a long press.
      onContextMenu={(event) => (press.current || wasHeld.current) && event.preventDefault()}
      onClick={() => {
        if (!wasHeld.current) onTake()
        wasHeld.current = false
      }}
    >
      <ShortText text={text} />
    </button>
  )
}
