import type { ChatContext } from '#modules/chat/api'

/** A line that tells when the prompt leaves out messages without a summary, because today's free ones are used up. */
export function SummaryNotice({ context }: { context: ChatContext | undefined }) {
  if (!context?.history.isSummarySpent) return null
  return (
    <p role="status" className="relative border-b border-line bg-raised px-4 py-2 text-sm text-soft">
      Today’s free summaries are used up, so the model doesn’t know the oldest messages. Pin the facts that it must not
      forget.
    </p>
  )
}
