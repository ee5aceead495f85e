import type { PromptView, ShortenedText } from '#modules/chat/api'
import { classNames } from '#web/lib/class_names'

const shortened: Record<ShortenedText, string> = {
  description: 'the description',
  personality: 'the personality',
  backstory: 'the backstory',
  scenario: 'the scenario',
  persona: 'your persona',
  pins: 'the pinned facts',
  systemPrompt: 'the instructions',
  postHistoryInstructions: 'the creator’s reminder',
  depthNote: 'the depth note',
  authorsNote: 'your note',
  summary: 'the summary',
  others: 'the other characters',
  nudge: 'the hints for the reply',
  lore: 'the lorebooks',
  exampleDialogue: 'the examples',
}

/** A list of the texts that were shortened to fit the model. */
export function CutTexts({ cut, className = 'mb-6' }: { cut: PromptView['cut']; className?: string }) {
  if (cut.length === 0) return null
  const texts = cut.map(({ text, tokens }) => `${shortened[text]} (by ${tokens.toLocaleString('en')} tokens)`)
  return (
    <p className={classNames('rounded-panel bg-warning px-3.5 py-2.5 text-sm text-warning-text', className)}>
      Shortened to fit this model: {texts.join(', ')}.
    </p>
  )
}

/** The number of messages that the user has hidden from prompts. */
export function HiddenMessages({ count = 0 }: { count?: number | undefined }) {
  if (count === 0) return null
  return (
    <p className="mt-3 text-sm text-soft">
      Left out because you have hidden them: {count.toLocaleString('en')} {count === 1 ? 'message' : 'messages'}.
    </p>
  )
}
