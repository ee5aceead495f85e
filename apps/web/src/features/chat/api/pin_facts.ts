import { paths, type ChatSession } from '#modules/chat/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sendJson } from '#web/lib/api_client'

/** A pinned fact. `depth` is the number of messages after it in the prompt; null puts it before all messages. */
export interface ChatPin {
  text: string
  depth: number | null
}

export const pinsOf = ({ pins, pinDepths = {} }: Pick<ChatSession, 'pins' | 'pinDepths'>): ChatPin[] =>
  pins.map((text) => ({ text, depth: Object.hasOwn(pinDepths, text) ? pinDepths[text]! : null }))

/** Replaces all pinned facts of a chat. */
export const pinFacts = (sessionId: string, pins: readonly ChatPin[]) =>
  sendJson<ChatSession>('PUT', paths.pins(sessionId), {
    pins: pins.map((pin) => (pin.depth === null ? pin.text : pin)),
  })

export function usePinFacts(sessionId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (pins: readonly ChatPin[]) => pinFacts(sessionId, pins),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [paths.context(sessionId)] }),
  })
}
