import type { Message, ReplyEvent, UserEvent } from '../../api.ts'

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
  context_too_long: 'This chat has grown too long for the model. Please choose another one.',
  content_filtered: 'The model declined to answer this. Please put it another way.',
  server_stopping: 'The server is restarting. Please try again in a moment.',
  server_lost: 'The server stopped in the middle of this reply. Please try again.',
} as const

/** What a person reads when a reply fails. What only the operator can mend is not theirs to read about. */
export const failureSentence = (code: string): string =>
  sentences[code as keyof typeof sentences] ?? 'The model could not answer. Please try again later.'

export const failureEvent = (code: string, message: Message | null): ReplyEvent => ({
  type: 'error',
  error: failureSentence(code),
  code,
  ...(message ? { message } : {}),
})
