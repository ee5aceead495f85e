import { declines } from '../api.ts'

const errorTexts = {
  stopped: 'The reply was stopped before its first word.',
  deleted: 'This chat was deleted.',
  draft_replaced: 'This line was replaced by a newer one.',
  rate_limited: 'The model is busy right now. Please try again in a moment.',
  unavailable: 'The model can’t be reached right now. Please try again in a moment.',
  timeout: 'The model took too long to answer. Please try again.',
  cut_off: 'The reply broke off. Please try again.',
  no_suggestions: 'The model wrote no three suggestions, so they were free. Please try again.',
  allowance_spent: 'Today’s free suggestions are used up. Please try again tomorrow.',
  empty_reply: 'The model gave an empty reply. Please try again.',
  context_too_long: 'This message is too long for the model. Shorten it, or choose a model with a larger context.',
  picture_refused: 'The model couldn’t take your picture. Send the message without it, or choose another model.',
  ...declines,
  unknown_finish: 'The model ended this reply for an unknown reason. Please try again.',
  reasoning_only: 'The model used up this reply on thinking and wrote no answer. Please choose another model.',
  server_stopping: 'The server is restarting. Please try again in a moment.',
  server_lost: 'The server stopped in the middle of this reply. Please try again.',
} as const

/** Returns the sentence for the error that ended a reply, and its code. */
export const describeReplyError = (code: string) => ({
  // All other codes share a general text, because users can do nothing about them.
  error: errorTexts[code as keyof typeof errorTexts] ?? 'The model could not answer. Please try again later.',
  code,
})
