import type { ChatContext } from '#modules/chat/api'
import { classNames } from '#web/lib/class_names'

/** The used share of the prompt's token budget, from 0 to 1. */
export const shareOf = ({ usedTokens, contextTokens, outputTokens }: ChatContext): number =>
  Math.min(1, usedTokens / Math.max(1, contextTokens - outputTokens))

interface ContextMeterProps {
  context: ChatContext | undefined
  onOpen: () => void
}

/** How full the context window is. Opens the context panel. */
export function ContextMeter({ context, onOpen }: ContextMeterProps) {
  if (!context) return null
  const share = shareOf(context)
  const isCut = context.history.cutMessages > 0
  const isShortened = (context.cut ?? []).length > 0
  const percent = Math.round(share * 100)
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={`Context ${percent}% full${isCut ? ', the oldest messages are cut' : ''}${isShortened ? ', long texts are shortened' : ''}`}
      title="What the model sees"
      className="relative flex items-center gap-2 rounded-full text-xs text-soft tabular-nums transition-colors after:absolute after:-inset-x-2 after:-inset-y-3 hover:text-text"
      onClick={onOpen}
    >
      <span aria-hidden className="h-1 w-14 overflow-clip rounded-full bg-line-strong/35">
        <span
          className={classNames(
            'block h-full origin-left rounded-full transition-transform duration-long ease-out',
            isCut || isShortened ? 'bg-warning-text' : 'bg-accent-text'
          )}
          style={{ transform: `scaleX(${Math.max(0.03, share)})` }}
        />
      </span>
      {percent}%
    </button>
  )
}
