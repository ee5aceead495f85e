import type { ChatSummary, ChatSummaryChange, FactAnswer } from '#modules/chat/api'
import { answerFact, changeSummary, getSummary, regenerateSummary } from '#modules/chat/calls'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callQuery, callServer } from '#web/lib/api_client'
import { readerZone } from '#web/lib/reader_zone'
import { contextKey } from './context.ts'

/** Always stale, because jobs and other tabs change the summary. */
export const summaryQuery = (sessionId: string) =>
  queryOptions({
    ...callQuery(getSummary, { params: { id: sessionId } }),
    staleTime: 0,
    // Polls while a job runs, because a live event announces only its success.
    refetchInterval: ({ state: { data } }) => (data?.state === 'running' ? 3_000 : false),
  })

export const useSummary = (sessionId: string) => useQuery(summaryQuery(sessionId))

/** A change of the summary, a request to regenerate it, or an answer to a proposed fact. */
type SummaryAction =
  | { kind: 'change'; change: ChatSummaryChange }
  | { kind: 'regenerate'; model: string | undefined }
  | { kind: 'fact'; id: string; action: FactAnswer['action'] }

const actOnSummary = (id: string, action: SummaryAction): Promise<ChatSummary> => {
  if (action.kind === 'change') return callServer(changeSummary, { params: { id }, body: action.change })
  if (action.kind === 'fact')
    return callServer(answerFact, { params: { id, factId: action.id }, body: { action: action.action } })
  return callServer(regenerateSummary, { params: { id }, body: { model: action.model, zone: readerZone } })
}

/** Sends actions on the summary, one after the other. */
export function useSummaryAction(sessionId: string) {
  const queryClient = useQueryClient()
  const { queryKey } = summaryQuery(sessionId)
  return useMutation({
    scope: { id: `summary of ${sessionId}` },
    mutationFn: (action: SummaryAction) => actOnSummary(sessionId, action),
    onMutate: () => queryClient.cancelQueries({ queryKey }),
    onSuccess: (summary) => {
      queryClient.setQueryData(queryKey, summary)
      void queryClient.invalidateQueries({ queryKey: contextKey(sessionId) })
    },
  })
}
