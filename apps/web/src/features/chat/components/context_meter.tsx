import type { ChatContext } from '#modules/chat/api'
import { classNames } from '#web/lib/class_names'

/** Returns the used share of the prompt's token budget, from 0 to 1. */
const shareOf = ({ usedTokens, contextTokens, outputTokens }: ChatContext): number =>
  Math.min(1, usedTokens / Math.max(1, contextTokens - outputTokens))

interface ContextMeterProps {
  context: ChatContext | undefined
  onOpen: () => void
}

/** A button that opens the memory dialog and shows how full the context window is. */
export function ContextMeter({ context, onOpen }: ContextMeterProps) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={context ? `Memory ${fullness(context)}` : 'Memory'}
      title="What the model sees"
      className="relative flex items-center gap-2 rounded-full text-xs text-soft tabular-nums transition-colors after:absolute after:-inset-x-2 after:-inset-y-3 hover:text-text"
      onClick={onOpen}
    >
      {context && <Meter context={context} />}
      <span className="font-semibold">Memory</span> {context && `${percentOf(context)}%`}
    </button>
  )
}

const percentOf = (context: ChatContext) => Math.round(shareOf(context) * 100)
const isCut = ({ history }: ChatContext) => history.cutMessages > 0
const isShortened = ({ cut = [] }: ChatContext) => cut.length > 0

const fullness = (context: ChatContext) =>
  `${percentOf(context)}%${isCut(context) ? ', the oldest messages are cut' : ''}${isShortened(context) ? ', long texts are shortened' : ''}`

const Meter = ({ context }: { context: ChatContext }) => (
  <span aria-hidden className="h-1 w-14 overflow-clip rounded-full bg-line-strong/35 max-[25rem]:w-8">
    <span
      className={classNames(
        'block h-full origin-left rounded-full transition-transform duration-long ease-out',
        isCut(context) || isShortened(context) ? 'bg-warning-text' : 'bg-accent-text'
      )}
      style={{ transform: `scaleX(${Math.max(0.03, shareOf(context))})` }}
    />
  </span>
)
