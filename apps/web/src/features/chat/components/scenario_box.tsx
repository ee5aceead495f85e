import { MessageText } from './message_text.tsx'

/** Where the two of them are, until the reader's first message. */
export function ScenarioBox({ text }: { text: string }) {
  return (
    <section aria-label="Scenario" className="mb-7 rounded-card border border-line bg-sunken px-5 py-4">
      <h2 className="mb-1 text-sm font-semibold text-accent-text">Scenario</h2>
      <p className="text-[0.9375rem] leading-relaxed break-words whitespace-pre-wrap text-soft">
        <MessageText text={text} />
      </p>
    </section>
  )
}
