import { ShortText } from '#web/components/text/short_text'
import type { MessageStore } from '../reply/message_store.ts'
import { useChatSnapshot, useMessage } from '../reply/use_messages.ts'
import { choiceClasses, choiceItemClasses, ChoiceRow } from './choice_row.tsx'
import { Price, usePricedLabel } from './price.tsx'

interface ReplyStartersProps {
  /** Written for the character's first message. */
  starters: readonly string[]
  store: MessageStore
  onSend: (text: string) => void
}

/** Suggested first messages above the composer. A click sends the message. */
export function ReplyStarters({ starters, store, onSend }: ReplyStartersProps) {
  const [greeting = ''] = useChatSnapshot(store).keys
  const chosen = useMessage(store, greeting, (item) => item?.selected ?? 0)
  const priced = usePricedLabel()
  // Another greeting is another scene.
  if (chosen !== 0) return null
  return (
    // An on-screen keyboard leaves no room for the messages. On phones, the question for the name comes first.
    <div className="relative bg-bg [@media(max-height:26rem)]:hidden max-sm:[[data-name-question]+&]:hidden">
      <ChoiceRow label="Ways to begin">
        {starters.map((text) => (
          <li key={text} className={choiceItemClasses}>
            <button type="button" title={priced('Send')} className={choiceClasses} onClick={() => onSend(text)}>
              <ShortText text={text} /> <Price className="float-right mt-1 ml-2 text-xs text-soft" />
            </button>
          </li>
        ))}
      </ChoiceRow>
    </div>
  )
}
