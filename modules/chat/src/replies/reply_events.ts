import type { Message, ReplyEvent, ReplyState, UserEvent } from '../../api.ts'

/** One event as it goes over the wire: made once, however many listen. */
export const frame = (event: ReplyEvent | UserEvent): string => `data: ${JSON.stringify(event)}\n\n`

/** The frame of every token: spelt out, because it is the hot path. */
export const chunkFrame = (text: string): string => `data: {"type":"aiChunk","content":${JSON.stringify(text)}}\n\n`

const sentences = {
  stopped: 'The reply was stopped before its first word.',
  deleted: 'This chat was deleted.',
  rate_limited: 'The model is busy right now. Please try again in a moment.',
  unavailable: 'The model can’t be reached right now. Please try again in a moment.',
  timeout: 'The model took too long to answer. Please try again.',
  cut_off: 'The reply broke off. Please try again.',
  empty_reply: 'The model gave an empty reply. Please try again.',
  context_too_long: 'This message is too long for the model. Shorten it, or choose a model with a larger context.',
  content_filtered: 'The model’s content filter stopped this reply. Please put your message another way.',
  model_refused: 'The model declined to write this reply. Please put your message another way.',
  reasoning_only: 'The model used up this reply on thinking and wrote no answer. Please choose another model.',
  server_stopping: 'The server is restarting. Please try again in a moment.',
  server_lost: 'The server stopped in the middle of this reply. Please try again.',
} as const

/** The last event of a reply, by how it ended; `message` is what it wrote or changed, null where it came to nothing. */
export const lastFrame = (state: ReplyState, errorCode: string | null, message: Message | null): string => {
  const isWhole = message && (state === 'written' || state === 'stopped')
  return frame(isWhole ? { type: 'aiComplete', message } : failureEvent(errorCode ?? 'cut_off', message))
}

const failureEvent = (code: string, message: Message | null): ReplyEvent => ({
  type: 'error',
  // What only the operator can mend is not for people to read about.
  error: sentences[code as keyof typeof sentences] ?? 'The model could not answer. Please try again later.',
  code,
  ...(message ? { message } : {}),
})
