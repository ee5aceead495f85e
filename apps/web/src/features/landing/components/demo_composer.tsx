import { limits } from '#modules/chat/api'
import { isBlank } from '#modules/gallery/api'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { Button } from '#web/components/ui/button'
import { chipClasses } from '#web/components/ui/chip'

/** First lines that suit every scene. */
const suggestions = ['Where are we?', 'Who are you?', 'Tell me a secret.']

interface DemoComposerProps {
  name: string
  /** A reply is being written. */
  isBusy: boolean
  /** Before the first message. */
  hasSuggestions: boolean
  onSend: (content: string) => void
  /** The visitor is about to write. */
  onIntent: () => void
}

/** Enter sends, Shift+Enter adds a line; never while an input method is composing. */
export function DemoComposer({ name, isBusy, hasSuggestions, onSend, onIntent }: DemoComposerProps) {
  const [text, setText] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  // The server also refuses texts of macros alone. The code of macros isn't loaded for this.
  const canSend = !isBusy && !isBlank(text)
  const send = (content: string) => {
    setText('')
    onSend(content)
    // Closes the on-screen keyboard, which would hide the reply. With a mouse, the field stays focused or replaces the pressed button.
    if (window.matchMedia?.('(pointer: coarse)').matches) field.current?.blur()
    else field.current?.focus({ preventScroll: true })
  }
  useLayoutEffect(() => {
    const element = field.current
    if (!element) return
    element.style.height = 'auto'
    element.style.height = `${element.scrollHeight}px`
  }, [text])
  const onKeyDown = (event: KeyboardEvent) => {
    // Some browsers send 229 for the key that ends a composition.
    if (event.nativeEvent.isComposing || event.keyCode === 229 || event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    if (canSend) send(text)
  }
  return (
    <div className="mt-6" onFocus={onIntent} onPointerDown={onIntent}>
      {hasSuggestions && (
        <ul aria-label="Suggested first lines" className="mb-3 flex flex-wrap gap-2">
          {suggestions.map((suggestion) => (
            <li key={suggestion}>
              <button type="button" className={chipClasses(false)} onClick={() => send(suggestion)}>
                {suggestion}
              </button>
            </li>
          ))}
        </ul>
      )}
      <form
        className="flex items-end gap-2 rounded-panel border border-line-strong bg-field p-1 pl-4 transition-colors focus-within:border-focus"
        onSubmit={(event) => {
          event.preventDefault()
          if (canSend) send(text)
        }}
      >
        <textarea
          ref={field}
          dir="auto"
          rows={1}
          value={text}
          maxLength={limits.demoContentMax}
          aria-label={`Answer ${name}`}
          placeholder={`Answer ${name}`}
          enterKeyHint="send"
          className="max-h-40 min-h-touch min-w-0 flex-1 resize-none overscroll-contain bg-transparent py-2.5 text-base leading-6 outline-none placeholder:truncate"
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <Button type="submit" look="primary" isIcon aria-label="Send" title="Send" disabled={!canSend}>
          <ArrowUp aria-hidden className="size-5" />
        </Button>
      </form>
    </div>
  )
}
