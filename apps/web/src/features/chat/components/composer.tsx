import { isBlankMessage, limits } from '#modules/chat/api'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Square from 'lucide-react/icons/square'
import WandSparkles from 'lucide-react/icons/wand-sparkles'
import { useEffect, useId, useLayoutEffect, useState, type KeyboardEvent, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Button } from '#web/components/ui/button'
import { classNames } from '#web/lib/class_names'
import { useIsOffline } from '#web/lib/is_offline'
import { countCodePoints } from '#web/lib/code_points'
import { hasRubies } from '#web/lib/has_rubies'
import { phoneQuery } from '#web/lib/phone_query'
import { toastUndo } from '#web/lib/toasts'
import { useMediaQuery } from '#web/lib/use_media_query'
import { screens } from '#web/screens'
import { submitting } from '#web/lib/submitting'
import { arrowStep } from '../arrow_step.ts'
import { PictureButton } from '../pictures/picture_button.tsx'
import { picturesOf } from '../pictures/use_attachments.ts'
import type { ChatPage } from '../use_chat_page.ts'
import { DictationButton } from '../voice/dictation_button.tsx'
import { Price, usePricedLabel } from './price.tsx'

/** The length from which the counter is shown. */
const counterFrom = limits.contentMax - 500

const earlyNote = 'Your message is sent when the models have loaded.'

/** A message that is sent while a reply is being written waits for the end of the reply. */
type ComposerPhase = 'idle' | 'replying' | 'stopping' | 'reconnecting'

interface ComposerProps {
  page: Pick<ChatPage, 'field' | 'draft' | 'choice' | 'hasWaiting' | 'isWriting'>
  phase: ComposerPhase
  onSend: () => void
  onStop: () => void
  /** Lets the model write the message; null while it can't. */
  onWrite: (() => void) | null
  /** Shows the next or previous alternate of the last answer. */
  onTurn: (step: number) => void
  characterName: string
  rubies: number
  /** Takes the pictures that the user chooses or pastes. */
  onFiles: (files: File[]) => void
  /** The pictures of the message, above its text. */
  attachments: ReactNode
  /** Whether the message shows pictures, which need no text. */
  hasPictures: boolean
  /** A picture is still being uploaded, so the message can't be sent yet. */
  isUploading: boolean
  hint: ReactNode
  /** A `ContextMeter`. */
  meter: ReactNode
}

/**
 * The field for the user's message. Enter sends, Shift+Enter adds a line, and Escape clears the field, with an undo. In an empty field, the
 * left and right arrow keys switch between alternates. The keys have no such effect while an input method is composing.
 */
export function Composer(props: ComposerProps) {
  const { page, phase, onSend, onStop, onWrite, onTurn, characterName, rubies, onFiles, hint, meter } = props
  const { field, hasWaiting, isWriting } = page
  const { text, setText } = page.draft
  const { model, problem } = page.choice
  const noteId = useId()
  const priced = usePricedLabel()
  const isOffline = useIsOffline()
  const isPhone = useMediaQuery(phoneQuery)
  const sendLabel = phase === 'idle' ? 'Send' : 'Send after this reply'
  const length = countCodePoints(text)
  const isTooLong = length > limits.contentMax
  const hasText = !isBlankMessage(text)
  const hasContent = hasText || props.hasPictures
  const isSendable = hasContent && !isTooLong && !hasWaiting && !isWriting && !props.isUploading
  const canSend = isSendable && model !== undefined
  /** The text that Enter was pressed for while the models were loading. */
  const [early, setEarly] = useState<string | null>(null)
  const isEarly = isSendable && early === text && !problem
  const submit = () => {
    if (canSend) onSend()
    else if (isSendable && !problem) setEarly(text)
  }
  useEffect(() => {
    if (!isEarly || !model) return
    setEarly(null)
    onSend()
  })

  useEffect(() => {
    // On phones, focus would open the on-screen keyboard.
    if (window.matchMedia?.('(pointer: fine)').matches) field.current?.focus({ preventScroll: true })
  }, [field])

  useLayoutEffect(() => {
    const element = field.current
    if (!element) return
    element.style.height = 'auto'
    element.style.height = `${element.scrollHeight}px`
  }, [field, text])

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // Some browsers send 229 for the key that ends a composition.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    if (isWriting && event.key !== 'Tab') return
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      submit()
    } else if (event.key === 'Escape' && text !== '') {
      event.preventDefault()
      setText('')
      toastUndo('Message cleared', () => {
        // Restores the text only into an empty field, because the user may have written a new text meanwhile.
        if (field.current?.value === '') setText(text)
        field.current?.focus()
      })
    } else if (text === '' && arrowStep(event) !== 0) {
      event.preventDefault()
      onTurn(arrowStep(event))
    }
  }

  return (
    <form
      className="relative bg-bg pb-[max(0.5rem,env(safe-area-inset-bottom))] *:mx-auto *:w-[min(100%-1.5rem,37.5rem)]"
      onSubmit={submitting(submit)}
    >
      {props.attachments}
      <div
        className={classNames(
          'flex items-end gap-2 max-sm:gap-0.5 rounded-[1.625rem] border bg-field p-1 shadow-card transition-[border-color] focus-within:border-focus',
          isTooLong ? 'border-danger-line' : 'border-line-strong/70'
        )}
      >
        <PictureButton onFiles={onFiles} />
        <textarea
          ref={field}
          dir="auto"
          rows={1}
          value={text}
          readOnly={isWriting}
          aria-busy={isWriting || undefined}
          aria-label={`Message ${characterName}`}
          aria-describedby={noteId}
          aria-invalid={isTooLong || undefined}
          // Long names don't fit beside the buttons on phones.
          placeholder={isPhone ? 'Message…' : `Message ${characterName}`}
          enterKeyHint="send"
          // Eight lines of 24 px with padding, but at most 35% of the viewport.
          className="max-h-[min(13.25rem,35dvh)] min-h-touch min-w-0 flex-1 resize-none overscroll-contain bg-transparent py-2.5 text-base leading-6 outline-none placeholder:truncate"
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
          onPaste={(event) => {
            const pictures = picturesOf(event.clipboardData)
            // Office programs offer a picture of copied text.
            if (pictures.length === 0 || event.clipboardData.types.includes('text/plain')) return
            event.preventDefault()
            onFiles(pictures)
          }}
        />
        {!isWriting && <DictationButton field={field} draft={page.draft} isHiddenOnPhones={hasText} />}
        {onWrite && (
          <Button
            look="quiet"
            aria-label={priced('Write my line')}
            title={priced('Write my line')}
            className={classNames('gap-1! rounded-full! px-2.5! text-sm! max-sm:px-1.5!', hasText && 'max-sm:hidden')}
            onClick={onWrite}
          >
            <WandSparkles aria-hidden className="size-5" />
            <Price />
          </Button>
        )}
        {phase !== 'idle' && (
          <Button isIcon aria-label="Stop" title="Stop" disabled={phase === 'stopping'} onClick={onStop}>
            <Square aria-hidden className="size-4 fill-current" />
          </Button>
        )}
        {(phase === 'idle' || (hasContent && !isWriting)) && (
          <Button
            type="submit"
            look="primary"
            aria-label={priced(sendLabel)}
            title={priced(sendLabel)}
            className="gap-1.5! rounded-full! px-3.5! text-sm!"
            disabled={!canSend}
          >
            {/* The icon has the button's colour. */}
            <Price className="[&>svg]:brightness-0 [&>svg]:invert" /> <ArrowUp aria-hidden className="size-5" />
          </Button>
        )}
      </div>
      <div className="flex min-h-7 items-start justify-between gap-4 px-4.5 pt-1.5 text-xs text-soft">
        <p id={noteId} className="min-w-0">
          <Note {...props} hint={isEarly ? earlyNote : hint} />
        </p>
        <div className="flex shrink-0 items-center gap-3">
          {length > counterFrom ? (
            <span className={classNames('tabular-nums', isTooLong && 'font-semibold text-danger-text')}>
              {length.toLocaleString('en')} / {limits.contentMax.toLocaleString('en')}
            </span>
          ) : (
            model &&
            hasRubies() &&
            rubies >= model.cost && (
              <span className="tabular-nums">{(rubies - model.cost).toLocaleString('en')} left after this reply</span>
            )
          )}
          {meter}
        </div>
      </div>
      <p role="status" className="sr-only">
        {phase === 'reconnecting' && 'Connection lost. Reconnecting…'}
        {isWriting && 'The model is writing your message.'}
        {isEarly && earlyNote}
        {hasWaiting &&
          phase !== 'reconnecting' &&
          (isOffline
            ? 'You’re offline. Your message is sent when you’re back.'
            : 'Your message is sent when the reply is finished.')}
      </p>
    </form>
  )
}

/** A text link with a touch target of 44 px. */
const linkClasses = 'relative underline underline-offset-2 after:absolute after:-inset-3.5'

/** The most important of all notes that apply. */
function Note({ page: { choice, field }, phase, hint, rubies }: ComposerProps) {
  const { model, problem, affordable } = choice
  // The focused button unmounts.
  const focusField = () => field.current?.focus()
  if (phase === 'reconnecting') return <span aria-hidden>Connection lost. Reconnecting…</span>
  if (problem !== null) {
    return (
      <span role="alert" className="font-medium text-warning-text">
        {problem === 'none_available' ? 'No model can answer right now.' : 'Couldn’t load the models.'}{' '}
        <button
          type="button"
          className={linkClasses}
          onClick={() => {
            choice.retry()
            focusField()
          }}
        >
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
            <button
              type="button"
              className={linkClasses}
              onClick={() => {
                choice.chooseModel(affordable.tier)
                focusField()
              }}
            >
              Use {affordable.name} for {affordable.cost}
            </button>
            {' or '}
          </>
        )}
        <Link to={screens.rubyShop.path} className={linkClasses}>
          Buy rubies
        </Link>
      </span>
    )
  }
  if (hint) return <span className="animate-fade">{hint}</span>
  if (model?.trouble) return <span>{model.name} is having trouble right now.</span>
  return <span className="hidden @[39rem]:pointer-fine:inline">Enter to send, Shift + Enter for a new line</span>
}
