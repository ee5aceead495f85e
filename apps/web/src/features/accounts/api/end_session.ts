import { paths } from '#modules/accounts/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { isStatus } from '../../../lib/api_error.ts'
import { sendJson } from '../../../lib/api_client.ts'
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
