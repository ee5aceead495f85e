import { paths } from '#modules/accounts/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sendJson } from '#web/lib/api_client'
import { listSessionsQueryOptions } from './list_sessions.ts'

export const endOtherSessions = () => sendJson<{ message: string }>('DELETE', paths.sessions)

export function useEndOtherSessions() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: endOtherSessions,
    onSuccess: () =>
      queryClient.setQueryData(listSessionsQueryOptions().queryKey, (sessions) =>
        sessions?.filter(({ isCurrent }) => isCurrent)
      ),
  })
}
