import { paths, type ChatVersionDifference } from '#modules/chat/api'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { getJson } from '#web/lib/api_client'

/** What an update of the chat to the newest version of its character would change. */
export const compareVersion = (sessionId: string, signal?: AbortSignal) =>
  getJson<ChatVersionDifference>(paths.version(sessionId), signal)

/** Never cached: the character may change again. */
export const compareVersionQueryOptions = (sessionId: string) =>
  queryOptions({
    queryKey: [paths.version(sessionId)],
    queryFn: ({ signal }) => compareVersion(sessionId, signal),
    gcTime: 0,
    staleTime: 0,
  })

export const useVersionDifference = (sessionId: string, isEnabled: boolean) =>
  useQuery({ ...compareVersionQueryOptions(sessionId), enabled: isEnabled })
