import { paths, type ChatCharacterVersion } from '#modules/chat/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sendJson } from '#web/lib/api_client'

/** Updates a chat to the newest version of its character. Safe to repeat. */
export const updateVersion = (sessionId: string) => sendJson<ChatCharacterVersion>('POST', paths.version(sessionId), {})

export function useUpdateVersion(sessionId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => updateVersion(sessionId),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: [paths.context(sessionId)] }),
  })
}
