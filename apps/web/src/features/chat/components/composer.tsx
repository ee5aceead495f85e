import { limits } from '#modules/chat/api'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Square from 'lucide-react/icons/square'
import { useEffect, useId, useLayoutEffect, useRef, type KeyboardEvent } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { classNames } from '../../../lib/class_names.ts'
import { countCodePoints } from '../../../lib/code_points.ts'

/** The counter shows from here on. */
const counterFrom = limits.contentMax - 500

interface ComposerProps {
  text: string
  onText: (text: string) => void
  onSend: () => void
  onStop: () => void
  /** The reply under way, if any: while it is, nothing can be sent. */
  phase: 'idle' | 'replying' | 'stopping' | 'reconnecting'
  characterName: string
  hint: string | null
}

/** Enter sends, Shift+Enter adds a line, Escape clears; never while an input method is composing. */
export function Composer({ text, onText, onSend, onStop, phase, characterName, hint }: ComposerProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const noteId = useId()
  const length = countCodePoints(text)
  const isTooLong = length > limits.contentMax
  const canSend = phase === 'idle' && text.trim() !== '' && !isTooLong

  useEffect(() => {
    // With a mouse at hand a keyboard is too; on a phone it would cover half the chat unasked.
    if (window.matchMedia?.('(pointer: fine)').matches) field.current?.focus({ preventScroll: true })
  }, [])

  useLayoutEffect(() => {
    const element = field.current
    if (!element) return
    element.style.height = 'auto'
    element.style.height = `${element.scrollHeight}px`
  }, [text])

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // 229 is what some browsers give for the very key that ends the composing.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      if (canSend) onSend()
    } else if (event.key === 'Escape' && text !== '') {
      event.preventDefault()
      onText('')
    }
  }

  return (
    <form
      className="mx-auto w-full max-w-3xl px-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:px-6"
      onSubmit={(event) => {
        event.preventDefault()
        if (canSend) onSend()
      }}
    >
      <div
        className={classNames(
          'flex items-end gap-1.5 rounded-[1.625rem] border bg-raised p-1 pl-4 transition-colors focus-within:border-focus',
          isTooLong ? 'border-danger-line' : 'border-line-strong'
        )}
      >
        <textarea
          ref={field}
          rows={1}
          value={text}
          aria-label={`Message ${characterName}`}
          aria-describedby={noteId}
          aria-invalid={isTooLong || undefined}
          placeholder={`Message ${characterName}`}
          enterKeyHint="send"
          className="max-h-[35dvh] min-h-touch min-w-0 flex-1 resize-none bg-transparent py-2.5 text-base leading-6 outline-none"
          onChange={(event) => onText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        {phase === 'idle' ? (
          <Button type="submit" look="primary" isIcon aria-label="Send" disabled={!canSend}>
            <ArrowUp aria-hidden className="size-5" />
          </Button>
        ) : (
          <Button isIcon aria-label="Stop" disabled={phase === 'stopping'} className="rounded-full" onClick={onStop}>
            <Square aria-hidden className="size-4 fill-current" />
          </Button>
        )}
      </div>
      <p id={noteId} className="flex min-h-6 justify-between gap-4 px-4 pt-1 text-[0.8125rem] text-faint">
        <span>{phase === 'reconnecting' ? 'Connection lost. Reconnecting...' : hint}</span>
        {length > counterFrom && (
          <span className={classNames('tabular-nums', isTooLong && 'font-semibold text-danger-text')}>
            {length.toLocaleString('en')} / {limits.contentMax.toLocaleString('en')}
          </span>
        )}
      </p>
    </form>
  )
}
