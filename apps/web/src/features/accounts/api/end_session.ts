import { paths } from '#modules/accounts/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { isStatus } from '#web/lib/api_error'
import { sendJson } from '#web/lib/api_client'
import { listSessionsQueryOptions } from './list_sessions.ts'

/** A session that has already ended counts as success. */
export const endSession = (id: string) =>
  sendJson<{ message: string }>('DELETE', paths.session(id)).catch((error: unknown) => {
    if (!isStatus(error, 404)) throw error
  })

export function useEndSession() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: endSession,
    onSuccess: (_, id) =>
      queryClient.setQueryData(listSessionsQueryOptions().queryKey, (sessions) =>
        sessions?.filter((session) => session.id !== id)
      ),
  })
}
