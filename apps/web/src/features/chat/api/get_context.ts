import { paths, type ChatContext } from '#modules/chat/api'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { getJson } from '../../../lib/api_client.ts'

export const getContext = (sessionId: string, tier: string, signal?: AbortSignal) =>
  getJson<ChatContext>(`${paths.context(sessionId)}?model=${encodeURIComponent(tier)}`, signal)

/** Without the tier the key is the beginning of every other: to invalidate it is to invalidate them all. */
export const getContextQueryOptions = (sessionId: string, tier: string) =>
  queryOptions({
    queryKey: [paths.context(sessionId), tier],
    queryFn: ({ signal }) => getContext(sessionId, tier, signal),
    // What a character and a persona say may have changed elsewhere: whoever opens the chat asks again.
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

export const useContextOf = (sessionId: string, tier: string | undefined) =>
  useQuery({ ...getContextQueryOptions(sessionId, tier ?? ''), enabled: tier !== undefined })
