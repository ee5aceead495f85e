import { paths, type ChatSummary, type ChatSummaryChange, type FactAnswer } from '#modules/chat/api'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getJson, sendJson } from '#web/lib/api_client'
import { withZone } from '#web/lib/reader_zone'

/** The options of a query that is always stale, because jobs and other tabs change the summary. */
export const getSummaryQueryOptions = (sessionId: string) =>
  queryOptions({
    queryKey: [paths.summary(sessionId)],
    queryFn: ({ signal }) => getJson<ChatSummary>(paths.summary(sessionId), signal),
    staleTime: 0,
    // Polls while a job runs, because a live event announces only its success.
    refetchInterval: ({ state: { data } }) => (data?.state === 'running' ? 3_000 : false),
  })

export const useSummary = (sessionId: string) => useQuery(getSummaryQueryOptions(sessionId))

/** A change of the summary, a request to regenerate it, or an answer to a proposed fact. */
export type SummaryAction =
  | { kind: 'change'; change: ChatSummaryChange }
  | { kind: 'regenerate'; model: string | undefined }
  | { kind: 'fact'; id: string; action: FactAnswer['action'] }

const actOnSummary = (sessionId: string, action: SummaryAction): Promise<ChatSummary> => {
  if (action.kind === 'change') return sendJson('PUT', paths.summary(sessionId), action.change)
  if (action.kind === 'fact') return sendJson('POST', paths.fact(sessionId, action.id), { action: action.action })
  const { zone } = Object.fromEntries(withZone({}))
  return sendJson('POST', paths.summary(sessionId), { model: action.model, zone })
}

/** Sends actions on the summary, one after the other. */
export function useSummaryAction(sessionId: string) {
  const queryClient = useQueryClient()
  const { queryKey } = getSummaryQueryOptions(sessionId)
  return useMutation({
    scope: { id: paths.summary(sessionId) },
    mutationFn: (action: SummaryAction) => actOnSummary(sessionId, action),
    onMutate: () => queryClient.cancelQueries({ queryKey }),
    onSuccess: (summary) => {
      queryClient.setQueryData(queryKey, summary)
      void queryClient.invalidateQueries({ queryKey: [paths.context(sessionId)] })
    },
  })
}
