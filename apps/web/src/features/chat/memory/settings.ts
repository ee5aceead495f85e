import type { ChatSettings } from '#modules/chat/api'
import { changeChatSettings, getChatSettings } from '#modules/chat/calls'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callQuery, callServer } from '#web/lib/api_client'
import { contextKey } from './context.ts'

/** Always stale, because other tabs change the settings. */
export const settingsQuery = (sessionId: string) => ({
  ...callQuery(getChatSettings, { params: { id: sessionId } }),
  staleTime: 0,
})

export const useSettings = (sessionId: string) => useQuery(settingsQuery(sessionId))

/** Changes the settings of a chat. Changes are sent one after the other. */
export function useChangeSettings(sessionId: string, { onError }: { onError: (error: Error) => void }) {
  const queryClient = useQueryClient()
  const { queryKey } = settingsQuery(sessionId)
  return useMutation({
    scope: { id: `settings of ${sessionId}` },
    mutationFn: (change: Partial<ChatSettings>) =>
      callServer(changeChatSettings, { params: { id: sessionId }, body: change }),
    onMutate: () => queryClient.cancelQueries({ queryKey }),
    onSuccess: (settings) => {
      queryClient.setQueryData(queryKey, settings)
      void queryClient.invalidateQueries({ queryKey: contextKey(sessionId) })
    },
    onError,
  })
}
