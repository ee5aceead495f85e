import type { ChatSummary } from '#modules/chat/api'
import Check from 'lucide-react/icons/check'
import X from 'lucide-react/icons/x'
import { useRef } from 'react'
import { IconButton } from '#web/components/ui/icon_button'

interface ProposedFactsProps {
  facts: ChatSummary['facts']
  isBusy: boolean
  onAnswer: (fact: ChatSummary['facts'][number], action: 'accept' | 'dismiss') => void
}

/** Facts that the model proposes to pin. */
export function ProposedFacts({ facts, isBusy, onAnswer }: ProposedFactsProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  if (facts.length === 0) return null
  const answer = (fact: ChatSummary['facts'][number], action: 'accept' | 'dismiss') => {
    // The focused button disappears with the fact.
    heading.current?.focus()
    onAnswer(fact, action)
  }
  return (
    <section aria-labelledby="proposed-facts">
      <h3 id="proposed-facts" ref={heading} tabIndex={-1} className="text-ui font-semibold">
        Proposed facts
      </h3>
      <p className="mt-0.5 text-sm text-soft">Found while summarizing. Pin what must never be forgotten.</p>
      <ul className="mt-3 grid gap-2">
        {facts.map((fact) => (
          <li key={fact.id} className="flex items-center gap-1 rounded-control border border-line py-1 pl-3">
            <p dir="auto" className="min-w-0 flex-1 text-ui break-words">
              {fact.text}
            </p>
            <IconButton
              size="s"
              label={`Pin: ${fact.text}`}
              icon={<Check />}
              disabled={isBusy}
              onClick={() => answer(fact, 'accept')}
            />
            <IconButton
              size="s"
              label={`Dismiss: ${fact.text}`}
              icon={<X />}
              disabled={isBusy}
              onClick={() => answer(fact, 'dismiss')}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
