import { paths, type ChatSettings } from '#modules/chat/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sendJson } from '#web/lib/api_client'
import { getSettingsQueryOptions } from './get_settings.ts'

export const changeSettings = (sessionId: string, change: Partial<ChatSettings>) =>
  sendJson<ChatSettings>('PUT', paths.settings(sessionId), change)

/** Changes the settings of a chat. Changes are sent one after the other. */
export function useChangeSettings(sessionId: string, { onError }: { onError: (error: Error) => void }) {
  const queryClient = useQueryClient()
  const { queryKey } = getSettingsQueryOptions(sessionId)
  return useMutation({
    scope: { id: paths.settings(sessionId) },
    mutationFn: (change: Partial<ChatSettings>) => changeSettings(sessionId, change),
    onMutate: () => queryClient.cancelQueries({ queryKey }),
    onSuccess: (settings) => {
      queryClient.setQueryData(queryKey, settings)
      void queryClient.invalidateQueries({ queryKey: [paths.context(sessionId)] })
    },
    onError,
  })
}
