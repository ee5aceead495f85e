import type { Cast, ModelMessage } from '../../contract/model.ts'
import { writeReply } from '../src/write_reply.ts'

export const mara: Cast = {
  character: {
    name: 'Mara Voss',
    description:
      'Mara Voss grew up above a clock shop in the harbour town of Ellin. Her father taught her to listen to a mechanism before touching it. The last clock runs backwards, and Mara refuses to sell it. She is afraid of silence.',
    personality: 'Dry, patient, secretly sentimental',
  },
  user: { name: 'Robin', persona: '' },
}

export const emptyCast: Cast = {
  character: { name: '', description: '', personality: '' },
  user: { name: '', persona: '' },
}

/** Returns the character's answer to each message. */
export function converse(cast: Cast, ...lines: string[]): string[] {
  const messages: ModelMessage[] = []
  return lines.map((content) => {
    messages.push({ role: 'user', content })
    const reply = writeReply(cast, messages)
    messages.push({ role: 'assistant', content: reply })
    return reply
  })
}
