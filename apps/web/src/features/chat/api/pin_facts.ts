import { paths, type ChatSession } from '#modules/chat/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sendJson } from '../../../lib/api_client.ts'

/** All the facts of a chat, in their order; those before are gone. */
export const pinFacts = (sessionId: string, pins: readonly string[]) =>
  sendJson<ChatSession>('PUT', paths.pins(sessionId), { pins })

export function usePinFacts(sessionId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (pins: readonly string[]) => pinFacts(sessionId, pins),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [paths.context(sessionId)] }),
  })
}
