import type { ServerResponse } from 'node:http'
import type { EndedReply, ReplyListener } from '#modules/chat/index'
import type { StreamListener } from '#modules/realtime/index'
import type { Completion, CompletionUsage } from '../../api.ts'

/** The last event of a reply. `gone`: its client has disconnected before. */
export type Ended = EndedReply | null | 'gone'
type FinishReason = Completion['choices'][number]['finish_reason']

/**
 * Passes a reply on to a program: piece by piece to a stream, or as a whole. Its caller writes the end, after reading what only the database
 * knows.
 */
export class CompletionListener implements ReplyListener {
  #resolve!: (end: Ended) => void
  ended: Promise<Ended> = this.#unended()
  hasText = false
  #id = ''
  /** In seconds since 1970: the time of the reply, so that a repeated request gets the same. */
  #created = 0
  #text = ''

  constructor(
    private readonly model: string,
    private readonly response: ServerResponse,
    private readonly stream: StreamListener | null
  ) {}

  get isFull() {
    return this.stream?.isFull ?? false
  }

  get isGone() {
    return this.response.closed
  }

  onGone(callback: () => void) {
    if (this.isGone) callback()
    else this.response.once('close', callback)
  }

  /** Is called again if another reply begins because the first one was lost. */
  begin({ messageId }: { messageId: string }) {
    this.ended = this.#unended()
    this.#text = ''
    this.onGone(() => this.#resolve('gone'))
    const isFirst = this.#id === ''
    this.#id = `chatcmpl-${messageId}`
    this.#created = Math.floor(Number.parseInt(messageId.replace('-', '').slice(0, 12), 16) / 1_000)
    if (isFirst) this.#chunk({ role: 'assistant', content: '' })
  }

  text(content: string) {
    this.hasText = true
    if (this.stream) this.#chunk({ content })
    else this.#text += content
  }

  thinking() {}

  end(end: EndedReply | null) {
    this.#resolve(end)
  }

  /** Ends the stream. */
  finish(reason: FinishReason, usage: CompletionUsage | undefined, sendsUsage: boolean) {
    this.#chunk({}, reason)
    if (sendsUsage) this.#write({ choices: [], usage: usage ?? null })
    this.stream?.end('data: [DONE]\n\n')
  }

  /** Ends the stream with an error, without which clients would take the text for whole. */
  fail(error: object) {
    this.stream?.end(frameOf(error))
  }

  /** The answer so far. */
  get whole(): string {
    return this.#text
  }

  completion(reason: FinishReason, usage: CompletionUsage | undefined): Completion {
    const message = { role: 'assistant', content: this.#text, refusal: null } as const
    return {
      id: this.#id,
      object: 'chat.completion',
      created: this.#created,
      model: this.model,
      choices: [{ index: 0, message, finish_reason: reason, logprobs: null }],
      ...(usage && { usage }),
    }
  }

  #chunk(delta: object, finishReason: FinishReason | null = null) {
    this.#write({ choices: [{ index: 0, delta, finish_reason: finishReason, logprobs: null }] })
  }

  #write(part: object) {
    const head = { id: this.#id, object: 'chat.completion.chunk', created: this.#created, model: this.model }
    this.stream?.write(frameOf({ ...head, ...part }))
  }

  #unended(): Promise<Ended> {
    return new Promise((resolve) => (this.#resolve = resolve))
  }
}

const frameOf = (event: object) => `data: ${JSON.stringify(event)}\n\n`
