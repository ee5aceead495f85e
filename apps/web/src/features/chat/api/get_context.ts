import { paths, type ChatContext } from '#modules/chat/api'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { getJson } from '#web/lib/api_client'
import { withZone } from '#web/lib/reader_zone'

export const getContext = (sessionId: string, tier: string, signal?: AbortSignal) =>
  getJson<ChatContext>(`${paths.context(sessionId)}?${withZone({ model: tier })}`, signal)

/** To invalidate all tiers, use the key without the tier. */
export const getContextQueryOptions = (sessionId: string, tier: string) =>
  queryOptions({
    queryKey: [paths.context(sessionId), tier],
    queryFn: ({ signal }) => getContext(sessionId, tier, signal),
    // Other pages may have changed the character or the persona.
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

export const useContextOf = (sessionId: string, tier: string | undefined) =>
  useQuery({ ...getContextQueryOptions(sessionId, tier ?? ''), enabled: tier !== undefined })
