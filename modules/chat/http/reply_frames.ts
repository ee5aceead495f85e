import { frame, type StreamListener } from '#modules/realtime/index'
import type { DemoEvent, ReplyEvent } from '../api.ts'
import {
  type DemoEnd,
  describeReplyError,
  type EndedReply,
  type ReplyListener,
  type ReplyStart,
} from '../replies/index.ts'

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

/** A charged reply that the model declined to finish ends with an error, too, so that the user reads why. */
const lastFrame = ({ state, errorCode, message, draft }: EndedReply): string => {
  const isComplete = state === 'written' || (state === 'stopped' && errorCode === null)
  if (isComplete && message) return replyFrame({ type: 'aiComplete', message })
  if (isComplete && draft) return replyFrame({ type: 'draft', draft })
  const code = errorCode ?? (isComplete ? 'draft_replaced' : 'cut_off')
  return replyFrame({
    type: 'error',
    ...describeReplyError(code),
    ...(message && { message }),
    ...(draft && { draft }),
  })
}

const lastDemoFrame = ({ errorCode, answer }: DemoEnd): string => {
  const event: DemoEvent =
    answer && errorCode === null
      ? { type: 'aiComplete', ...answer }
      : { type: 'error', ...describeReplyError(errorCode ?? 'cut_off'), ...answer }
  return frame(event)
}
