import { paths, type ChatSession } from '#modules/chat/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sendJson } from '#web/lib/api_client'

/** Replaces all pinned facts of a chat. */
export const pinFacts = (sessionId: string, pins: readonly string[]) =>
  sendJson<ChatSession>('PUT', paths.pins(sessionId), { pins })

export function usePinFacts(sessionId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (pins: readonly string[]) => pinFacts(sessionId, pins),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [paths.context(sessionId)] }),
  })
}
