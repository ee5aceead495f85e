import type { ChatSession, ChatSummary } from '#modules/chat/api'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLiveEvents } from '#web/components/shared/live_events'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { sentenceOf } from '#web/lib/api_error'
import { RetryRow } from '#web/components/ui/retry_row'
import { pinsOf } from './pins.ts'
import { PinsEditor } from './pins_editor.tsx'
import { ProposedFacts } from './proposed_facts.tsx'
import { summaryQuery, useSummary, useSummaryAction } from './summary.ts'
import { SummarySection } from './summary_section.tsx'
import type { SavedPins } from './use_saved_pins.ts'

interface MemoryTabProps {
  session: ChatSession
  onSession: (session: ChatSession) => void
  /** The state of the pinned facts, which outlives the tab. */
  pins: SavedPins
}

/** The facts that the model must not forget: the summary, the proposed facts and the pinned facts. */
export function MemoryTab({ session, onSession, pins }: MemoryTabProps) {
  const queryClient = useQueryClient()
  const summary = useSummary(session.id)
  const acting = useSummaryAction(session.id)
  /** The number of accepted facts. A change remounts the editor, because the editor has its own state. */
  const [accepted, setAccepted] = useState(0)
  // A job or another tab may change the summary.
  useLiveEvents((event) => {
    const isNews = event.type === 'chat' && event.sessionId === session.id && event.what === 'memory_changed'
    if (isNews || event.type === 'gap') void queryClient.invalidateQueries(summaryQuery(session.id))
  })

  const answer = ({ id, text }: ChatSummary['facts'][number], action: 'accept' | 'dismiss') =>
    acting.mutate(
      { kind: 'fact', id, action },
      {
        onSuccess: () => {
          if (action === 'dismiss') return
          const unsaved = pins.unsaved()
          if (unsaved) pins.change([...unsaved, { text, depth: null }])
          else onSession({ ...session, pins: [...session.pins, text] })
          setAccepted((count) => count + 1)
        },
      }
    )
  return (
    <div className="grid grid-cols-1 gap-7">
      {summary.data ? (
        <div className="grid grid-cols-1 gap-7">
          <SummarySection summary={summary.data} acting={acting} />
          <ProposedFacts facts={summary.data.facts} isBusy={acting.isPending} onAnswer={answer} />
          <p role="alert" className="text-sm text-danger-text empty:hidden">
            {acting.isError ? sentenceOf(acting.error, 'Failed to change the memory.') : ''}
          </p>
        </div>
      ) : summary.isError ? (
        <RetryRow query={summary} text="Couldn’t load the summary." />
      ) : (
        <Loading label="Loading the summary" className="grid gap-3">
          <Skeleton className="h-5 w-1/3" />
          <Skeleton className="h-20" />
        </Loading>
      )}
      <PinsEditor key={accepted} facts={pins.unsaved() ?? pinsOf(session)} saving={pins} />
    </div>
  )
}
