import { ShortText } from '#web/components/text/short_text'
import { useScrollEdges } from '#web/lib/use_scroll_edges'
import type { MessageStore } from '../reply/message_store.ts'
import { useChatSnapshot, useMessage } from '../reply/use_messages.ts'
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
  const { ref, hasAfter } = useScrollEdges<HTMLUListElement>('x')
  // Another greeting is another scene.
  if (chosen !== 0) return null
  return (
    // An on-screen keyboard leaves no room for the messages. On phones, the question for the name comes first.
    <div className="relative bg-bg [@media(max-height:26rem)]:hidden max-sm:[[data-name-question]+&]:hidden">
      <ul
        ref={ref}
        aria-label="Ways to begin"
        style={hasAfter ? { maskImage: 'linear-gradient(to right, #000 calc(100% - 2.5rem), transparent)' } : undefined}
        // Holds the hidden words of the prices, which would widen the page.
        className="relative mx-auto flex w-full max-w-[39rem] snap-x snap-mandatory scroll-px-3 gap-2 overflow-x-auto overscroll-x-contain px-3 pb-2.5 [scrollbar-width:none]"
      >
        {starters.map((text) => (
          <li key={text} className="flex shrink-0 snap-start basis-[13.5rem] sm:min-w-0 sm:shrink sm:basis-0 sm:grow">
            <button
              type="button"
              title={priced('Send')}
              className="min-h-touch w-full rounded-panel border border-line-strong/70 bg-raised px-3.5 py-2.5 text-left text-sm text-pretty break-words transition-[border-color,background-color,scale] duration-short hover:border-text hover:bg-hover active:scale-[0.98] focus-visible:-outline-offset-2"
              onClick={() => onSend(text)}
            >
              <ShortText text={text} /> <Price className="float-right mt-1 ml-2 text-xs text-soft" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
