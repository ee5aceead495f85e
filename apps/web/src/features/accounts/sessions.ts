import { endOtherSessions, endSession, listSessions } from '#modules/accounts/calls'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callQuery, callServer } from '#web/lib/api_client'
import { isStatus } from '#web/lib/api_error'
import { useCall } from '#web/lib/use_call'

/** Not cached while unused: sessions end on other devices, too. */
const sessionsQuery = () => ({ ...callQuery(listSessions), gcTime: 0 })

export const useSessions = () => useQuery(sessionsQuery())

/** A session that has already ended counts as success. */
export function useEndSession() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (session: string) =>
      callServer(endSession, { params: { session } }).catch((error: unknown) => {
        if (!isStatus(error, 404)) throw error
      }),
    onSuccess: (_, ended) =>
      queryClient.setQueryData(sessionsQuery().queryKey, (sessions) => sessions?.filter(({ id }) => id !== ended)),
  })
}

export const useEndOtherSessions = () =>
  useCall(endOtherSessions, (queryClient) =>
    queryClient.setQueryData(sessionsQuery().queryKey, (sessions) => sessions?.filter(({ isCurrent }) => isCurrent))
  )
