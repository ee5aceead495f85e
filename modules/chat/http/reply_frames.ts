import { frame, type StreamListener } from '#modules/realtime/index'
import { declines, type DemoEvent, type ReplyEvent } from '../api.ts'
import type { DemoEnd, EndedReply, ReplyListener, ReplyStart } from '../replies/index.ts'

export const replyFrame = (event: ReplyEvent): string => frame(event)

/** Encodes a text once for all listeners of a reply, which get it one after the other. */
const once = (encode: (text: string) => string) => {
  let known = { text: '', frame: encode('') }
  return (text: string): string => {
    if (text !== known.text) known = { text, frame: encode(text) }
    return known.frame
  }
}

/** Avoids the intermediate object of `replyFrame`, because it runs for every piece of text. */
const chunkFrame = once((text) => `data: {"type":"aiChunk","content":${JSON.stringify(text)}}\n\n`)
const thinkingFrame = once((text) => replyFrame({ type: 'aiThinking', content: text }))

/** Writes the events of a reply to a browser, as the wire types name them. */
class Frames<End> implements ReplyListener<End> {
  constructor(
    private readonly stream: StreamListener,
    private readonly lastFrame: (end: End) => string,
    private readonly isResumed: boolean
  ) {}

  get isFull() {
    return this.stream.isFull
  }

  get isGone() {
    return this.stream.isGone
  }

  onGone(callback: () => void) {
    this.stream.onGone(callback)
  }

  begin({ kind, messageId, characterId, userMessage, speaker, offersHelp }: ReplyStart) {
    if (this.isResumed) this.#write({ type: 'resumed', kind, messageId })
    if (userMessage)
      this.#write({ type: 'userMessage', message: userMessage, answerId: messageId, ...(offersHelp && { offersHelp }) })
    if (speaker !== null) this.#write({ type: 'speaker', characterId, speaker, messageId })
  }

  text(text: string) {
    this.stream.write(chunkFrame(text))
  }

  thinking(text: string) {
    this.stream.write(thinkingFrame(text))
  }

  end(end: End | null) {
    this.stream.end(end === null ? undefined : this.lastFrame(end))
  }

  #write(event: ReplyEvent) {
    this.stream.write(replyFrame(event))
  }
}

/** Writes a reply of a chat. `isResumed`: the request joins a running reply, instead of repeating the one that began it. */
export const replyFrames = (stream: StreamListener, { isResumed = false } = {}): ReplyListener =>
  new Frames(stream, lastFrame, isResumed)

/** Writes a reply of the demo. */
export const demoFrames = (stream: StreamListener): ReplyListener<DemoEnd> => new Frames(stream, lastDemoFrame, false)

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

/** A charged reply that the model declined to finish ends with an error, too, so that the user reads why. */
const lastFrame = ({ state, errorCode, message, draft }: EndedReply): string => {
  const isComplete = state === 'written' || (state === 'stopped' && errorCode === null)
  if (isComplete && message) return replyFrame({ type: 'aiComplete', message })
  if (isComplete && draft) return replyFrame({ type: 'draft', draft })
  const code = errorCode ?? (isComplete ? 'draft_replaced' : 'cut_off')
  return replyFrame({ type: 'error', ...describe(code), ...(message && { message }), ...(draft && { draft }) })
}

const lastDemoFrame = ({ errorCode, answer }: DemoEnd): string => {
  const event: DemoEvent =
    answer && errorCode === null
      ? { type: 'aiComplete', ...answer }
      : { type: 'error', ...describe(errorCode ?? 'cut_off'), ...answer }
  return frame(event)
}

const describe = (code: string) => ({
  // All other codes share a general text, because users can do nothing about them.
  error: errorTexts[code as keyof typeof errorTexts] ?? 'The model could not answer. Please try again later.',
  code,
})
