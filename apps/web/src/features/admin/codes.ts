import { limits } from '#modules/admin/api'
import { listCodeBatches, makeCodes, revokeCodes } from '#modules/admin/calls'
import { patternOf } from '#modules/kernel/calls'
import { useInfiniteQuery, type QueryClient } from '@tanstack/react-query'
import { pagesQuery } from '#web/lib/get_page'
import { useProvenCall } from '#web/lib/reauthentication'
import { useCall } from '#web/lib/use_call'
import { invalidateFigures } from './users.ts'

/** Newest first. People redeem codes at any time, so the list is fetched whenever it is opened. */
export const useCodeBatches = () =>
  useInfiniteQuery({ ...pagesQuery(listCodeBatches, { query: { limit: limits.codeBatchesDefault } }), gcTime: 0 })

const refresh = (queryClient: QueryClient) => {
  invalidateFigures(queryClient)
  return queryClient.invalidateQueries({ queryKey: [patternOf(listCodeBatches)] })
}

export const useMakeCodes = () => useProvenCall(makeCodes, refresh)
export const useRevokeCodes = () => useCall(revokeCodes, refresh)
