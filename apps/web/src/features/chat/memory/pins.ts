import type { ChatSession } from '#modules/chat/api'
import * as calls from '#modules/chat/calls'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { callServer } from '#web/lib/api_client'
import { contextKey } from './context.ts'

/** A pinned fact. `depth` is the number of messages after it in the prompt; null puts it before all messages. */
export interface ChatPin {
  text: string
  depth: number | null
}

export const pinsOf = ({ pins, pinDepths = {} }: Pick<ChatSession, 'pins' | 'pinDepths'>): ChatPin[] =>
  pins.map((text) => ({ text, depth: Object.hasOwn(pinDepths, text) ? pinDepths[text]! : null }))

/** Replaces all pinned facts of a chat. */
export const pinFacts = (sessionId: string, pins: readonly ChatPin[]) =>
  callServer(calls.pinFacts, {
    params: { id: sessionId },
    body: { pins: pins.map(({ text, depth }) => (depth === null ? text : { text, depth })) },
  })

export function usePinFacts(sessionId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (pins: readonly ChatPin[]) => pinFacts(sessionId, pins),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: contextKey(sessionId) }),
  })
}
