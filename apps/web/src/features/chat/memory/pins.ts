import type { ChatSession } from '#modules/chat/api'

/** A pinned fact. `depth` is the number of messages after it in the prompt; null puts it before all messages. */
export interface ChatPin {
  text: string
  depth: number | null
}

export const pinsOf = ({ pins, pinDepths = {} }: Pick<ChatSession, 'pins' | 'pinDepths'>): ChatPin[] =>
  pins.map((text) => ({ text, depth: Object.hasOwn(pinDepths, text) ? pinDepths[text]! : null }))

/** The input of the call that replaces all pinned facts of a chat. */
export const pinsInput = (sessionId: string, pins: readonly ChatPin[]) => ({
  params: { id: sessionId },
  body: { pins: pins.map(({ text, depth }) => (depth === null ? text : { text, depth })) },
})
