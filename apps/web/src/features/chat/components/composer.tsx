import { limits, type ModelTier } from '#modules/chat/api'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Square from 'lucide-react/icons/square'
import { useEffect, useId, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Button } from '../../../components/ui/button.tsx'
import { Rubies } from '../../../components/shared/rubies.tsx'
import { classNames } from '../../../lib/class_names.ts'
import { countCodePoints } from '../../../lib/code_points.ts'
import type { ModelProblem } from '../use_chosen_model.ts'

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
  /** Which will answer, and at what price. */
  model: ModelTier | undefined
  /** Why there is none; what to do about it is `onRetryModels`. */
  modelProblem: ModelProblem | null
  onRetryModels: () => void
  /** What could answer instead, when the rubies are too few for `model`. */
  affordable: ModelTier | undefined
  onModel: (tier: string) => void
  rubies: number
  hint: string | null
  /** How full the model's window is. */
  meter: ReactNode
}

/** Enter sends, Shift+Enter adds a line, Escape clears; never while an input method is composing. */
export function Composer({
  text,
  onText,
  onSend,
  onStop,
  phase,
  characterName,
  model,
  modelProblem,
  onRetryModels,
  affordable,
  onModel,
  rubies,
  hint,
  meter,
}: ComposerProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const noteId = useId()
  const length = countCodePoints(text)
  const isTooLong = length > limits.contentMax
  const canSend = phase === 'idle' && model !== undefined && text.trim() !== '' && !isTooLong

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
      className="relative bg-bg pb-[max(0.5rem,env(safe-area-inset-bottom))] *:mx-auto *:w-[min(100%-1.5rem,37.5rem)]"
      onSubmit={(event) => {
        event.preventDefault()
        if (canSend) onSend()
      }}
    >
      <div
        className={classNames(
          'flex items-end gap-2 rounded-[1.625rem] border bg-field p-1 pl-4.5 shadow-card transition-[border-color] focus-within:border-focus',
          isTooLong ? 'border-danger-line' : 'border-line-strong/70'
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
          // Eight lines of 24 px and its padding; on a low window a third of it.
          className="max-h-[min(13.25rem,35dvh)] min-h-touch min-w-0 flex-1 resize-none overscroll-contain bg-transparent py-2.5 text-base leading-6 outline-none placeholder:truncate"
          onChange={(event) => onText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        {model && (
          <span title="The price of the next reply" className="flex h-11 items-center text-sm text-soft">
            <span className="sr-only">The next reply costs </span>
            <Rubies amount={model.cost} />
          </span>
        )}
        {phase === 'idle' ? (
          <Button type="submit" look="primary" isIcon aria-label="Send" title="Send" disabled={!canSend}>
            <ArrowUp aria-hidden className="size-5" />
          </Button>
        ) : (
          <Button isIcon aria-label="Stop" title="Stop" disabled={phase === 'stopping'} onClick={onStop}>
            <Square aria-hidden className="size-4 fill-current" />
          </Button>
        )}
      </div>
      <div className="flex min-h-7 items-start justify-between gap-4 px-4.5 pt-1.5 text-xs text-soft">
        <p id={noteId} className="min-w-0">
          <Note
            phase={phase}
            hint={hint}
            model={model}
            modelProblem={modelProblem}
            onRetryModels={() => {
              onRetryModels()
              // The button goes.
              field.current?.focus()
            }}
            affordable={affordable}
            onModel={(tier) => {
              onModel(tier)
              field.current?.focus()
            }}
            rubies={rubies}
          />
        </p>
        <div className="flex shrink-0 items-center gap-3">
          {length > counterFrom ? (
            <span className={classNames('tabular-nums', isTooLong && 'font-semibold text-danger-text')}>
              {length.toLocaleString('en')} / {limits.contentMax.toLocaleString('en')}
            </span>
          ) : (
            model &&
            rubies >= model.cost && (
              <span className="tabular-nums">{(rubies - model.cost).toLocaleString('en')} left after it</span>
            )
          )}
          {meter}
        </div>
      </div>
      <p role="status" className="sr-only">
        {phase === 'reconnecting' && 'Connection lost. Reconnecting...'}
      </p>
    </form>
  )
}

type NoteProps = Pick<
  ComposerProps,
  'phase' | 'hint' | 'model' | 'modelProblem' | 'onRetryModels' | 'affordable' | 'onModel' | 'rubies'
>

/** A way out of what keeps one from sending, large enough for a finger. */
const wayOutClasses = 'relative underline underline-offset-2 after:absolute after:-inset-3.5'

/** The one thing worth saying below the field, the most pressing first. */
function Note({ phase, hint, model, modelProblem, onRetryModels, affordable, onModel, rubies }: NoteProps) {
  if (phase === 'reconnecting') return <span aria-hidden>Connection lost. Reconnecting...</span>
  if (modelProblem !== null) {
    return (
      <span role="alert" className="font-medium text-warning-text">
        {modelProblem === 'none_available' ? 'No model can answer right now.' : 'The models could not be loaded.'}{' '}
        <button type="button" className={wayOutClasses} onClick={onRetryModels}>
          Try again
        </button>
      </span>
    )
  }
  if (phase === 'idle' && model && rubies < model.cost) {
    return (
      <span className="font-medium text-warning-text">
        Not enough rubies: {model.name} costs {model.cost}, you have {rubies}.{' '}
        {affordable && (
          <>
            <button type="button" className={wayOutClasses} onClick={() => onModel(affordable.tier)}>
              Use {affordable.name} for {affordable.cost}
            </button>
            {' or '}
          </>
        )}
        <Link to="/ruby-shop" className={wayOutClasses}>
          Top up
        </Link>
      </span>
    )
  }
  if (hint) return <span className="animate-fade">{hint}</span>
  return <span className="hidden sm:pointer-fine:inline">Enter sends, Shift + Enter starts a new line</span>
}
