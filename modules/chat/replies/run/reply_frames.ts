import { frame } from '#modules/realtime/index'
import { declines, type ChatDraft, type DemoEvent, type Message, type ReplyEvent, type ReplyState } from '../../api.ts'

export const replyFrame = (event: ReplyEvent): string => frame(event)

/** Avoids the intermediate object of `replyFrame`, because it runs for every piece of text. */
export const chunkFrame = (text: string): string => `data: {"type":"aiChunk","content":${JSON.stringify(text)}}\n\n`

export const speakerFrame = (characterId: string, speaker: string, messageId: string): string =>
  replyFrame({ type: 'speaker', characterId, speaker, messageId })

export const thinkingFrame = (text: string): string => replyFrame({ type: 'aiThinking', content: text })

const errorTexts = {
  stopped: 'The reply was stopped before its first word.',
  deleted: 'This chat was deleted.',
  draft_replaced: 'This line was replaced by a newer one.',
  rate_limited: 'The model is busy right now. Please try again in a moment.',
  unavailable: 'The model can’t be reached right now. Please try again in a moment.',
  timeout: 'The model took too long to answer. Please try again.',
  cut_off: 'The reply broke off. Please try again.',
  empty_reply: 'The model gave an empty reply. Please try again.',
  context_too_long: 'This message is too long for the model. Shorten it, or choose a model with a larger context.',
  ...declines,
  unknown_finish: 'The model ended this reply for an unknown reason. Please try again.',
  reasoning_only: 'The model used up this reply on thinking and wrote no answer. Please choose another model.',
  server_stopping: 'The server is restarting. Please try again in a moment.',
  server_lost: 'The server stopped in the middle of this reply. Please try again.',
} as const

/**
 * Returns the frame of the last event of a reply. `message`: the message that the reply wrote or changed, null without any text. `draft`:
 * its line for the user. A charged reply that the model declined to finish ends with an error, too, so that the user reads why.
 */
export const lastFrame = (
  state: ReplyState,
  errorCode: string | null,
  message: Message | null,
  draft: ChatDraft | null = null
): string => {
  const isComplete = state === 'written' || (state === 'stopped' && errorCode === null)
  if (isComplete && message) return replyFrame({ type: 'aiComplete', message })
  if (isComplete && draft) return replyFrame({ type: 'draft', draft })
  return replyFrame(errorEvent(errorCode ?? (isComplete ? 'draft_replaced' : 'cut_off'), message, draft))
}

/**
 * Returns the frame of the last event of a demo reply. `answer` is null without any text. `errorCode` is null for a complete reply, and for
 * one that was stopped after some text.
 */
export const lastDemoFrame = (
  errorCode: string | null,
  answer: Pick<Extract<DemoEvent, { type: 'aiComplete' }>, 'message' | 'transcript'> | null
): string => {
  const isComplete = answer && errorCode === null
  const event: DemoEvent = isComplete
    ? { type: 'aiComplete', ...answer }
    : { type: 'error', ...describe(errorCode ?? 'cut_off'), ...answer }
  return frame(event)
}

const errorEvent = (code: string, message: Message | null, draft: ChatDraft | null): ReplyEvent => ({
  type: 'error',
  ...describe(code),
  ...(message ? { message } : {}),
  ...(draft ? { draft } : {}),
})

const describe = (code: string) => ({
  // All other codes share a general text, because users can do nothing about them.
  error: errorTexts[code as keyof typeof errorTexts] ?? 'The model could not answer. Please try again later.',
  code,
})
