import { paths, type ChatSettings } from '#modules/chat/api'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { getJson } from '#web/lib/api_client'

export const getSettings = (sessionId: string, signal?: AbortSignal) =>
  getJson<ChatSettings>(paths.settings(sessionId), signal)

/** The options of a query that is always stale, because other tabs change the settings. */
export const getSettingsQueryOptions = (sessionId: string) =>
  queryOptions({
    queryKey: [paths.settings(sessionId)],
    queryFn: ({ signal }) => getSettings(sessionId, signal),
    staleTime: 0,
  })

export const useSettings = (sessionId: string) => useQuery(getSettingsQueryOptions(sessionId))
