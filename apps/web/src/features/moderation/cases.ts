import type { CaseDetails, CaseState, ListedCase, Reason, ThingKind } from '#modules/moderation/api'
import { decideAppeal, decideCase, getCase, listCases, undoDecision } from '#modules/moderation/calls'
import { patternOf } from '#modules/kernel/calls'
import {
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query'
import { callQuery } from '#web/lib/api_client'
import { changeItems, pagesQuery, type Page } from '#web/lib/get_page'
import { useProvenCall } from '#web/lib/reauthentication'
import { useCall } from '#web/lib/use_call'

export interface CaseFilter {
  state: CaseState
  kind?: ThingKind
  reason?: Reason
}

/** The queue. Not cached while unused, because others report and decide meanwhile. */
export const useCases = (filter: CaseFilter) =>
  useInfiniteQuery({ ...pagesQuery(listCases, { query: filter }), gcTime: 0, placeholderData: keepPreviousData })

const caseQuery = (id: string) => callQuery(getCase, { params: { id } })

export const useCase = (id: string) => useQuery({ ...caseQuery(id), gcTime: 0 })

export const useDecideCase = () => useProvenCall(decideCase, cacheChanged)
export const useUndoDecision = () => useCall(undoDecision, cacheChanged)
export const useDecideAppeal = () => useCall(decideAppeal, cacheChanged)

/** A decided case keeps its place in the shown list, so that the keyboard moves on from it. */
function cacheChanged(queryClient: QueryClient, changed: CaseDetails): void {
  queryClient.setQueryData(caseQuery(changed.id).queryKey, changed)
  const { state, decision, dueAt } = changed
  const change = (cases: ListedCase[]) =>
    cases.map((each) => (each.id === changed.id ? { ...each, state, decision, dueAt } : each))
  queryClient.setQueriesData<InfiniteData<Page<ListedCase>>>({ queryKey: [patternOf(listCases)] }, (data) =>
    changeItems(data, change)
  )
}
