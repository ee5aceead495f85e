import type { DemoBody, DemoEvent, DemoMessage } from '#modules/chat/api'
import { answer } from './check_answer.ts'
import { aiNotice, encodeEvent, refuse } from './fake_answers.ts'
import type { FakeApi } from './fake_api.ts'

/** A reply of the demo, controlled by the test. */
export class FakeDemoReply {
  readonly body: DemoBody
  readonly #said: string
  #text = ''
  #controller!: ReadableStreamDefaultController<Uint8Array>
  /** Whether the page has closed the stream. */
  isCancelled = false

  constructor(body: DemoBody) {
    this.body = body
    this.#said = [...(body.transcript ? [body.transcript] : []), body.content].join('|')
  }

  chunk(content: string): void {
    this.#text += content
    this.#emit({ type: 'aiChunk', content })
  }
  complete(): void {
    this.#end({ type: 'aiComplete', ...this.#answer('complete') })
  }
  breakOff(): void {
    this.#end({ type: 'error', error: 'The reply broke off.', code: 'cut_off', ...this.#answer('broken_off') })
  }
  fail(error: string): void {
    this.#end({ type: 'error', error, code: 'unavailable' })
  }

  stream(signal: AbortSignal | null | undefined): Response {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => void (this.#controller = controller),
      cancel: () => void (this.isCancelled = true),
    })
    signal?.addEventListener('abort', () => {
      this.isCancelled = true
      this.#controller.error(new DOMException('aborted', 'AbortError'))
    })
    return new Response(body, { headers: { 'Content-Type': 'text/event-stream; charset=utf-8' } })
  }

  #answer(state: DemoMessage['state']) {
    const message = { content: this.#text, isUser: false, state }
    return { message, transcript: `${this.#said}|${this.#text}` }
  }
  #emit(event: DemoEvent): void {
    this.#controller.enqueue(encodeEvent('DemoEvent', event))
  }
  #end(event: DemoEvent): void {
    this.#emit(event)
    this.#controller.close()
  }
}

/** The fake server's demo. A transcript consists of the joined texts. */
export class FakeDemo {
  isOn = false
  isBuiltInWriter = false
  replies: FakeDemoReply[] = []
  adopted: string[] = []
  readonly #api: FakeApi

  constructor(api: FakeApi) {
    this.#api = api
  }

  /** The newest reply. */
  get reply(): FakeDemoReply {
    return this.replies.at(-1)!
  }

  offer(): Response {
    const characterIds = this.isOn ? this.#api.characters.map(({ id }) => id) : []
    return answer('Demo', { characterIds, ...(this.isBuiltInWriter && { isDemo: true }), notice: aiNotice })
  }

  stream(body: DemoBody, signal?: AbortSignal | null): Response {
    const reply = new FakeDemoReply(body)
    this.replies.push(reply)
    return reply.stream(signal)
  }

  adopt({ transcript }: { transcript: string }): Response {
    const [character] = this.#api.characters
    if (!character) return refuse(404, 'not_found', 'Character not found')
    this.adopted.push(transcript)
    const chat = this.#api.addChat(character.id, transcript.split('|'))
    return answer('AdoptedDemo', { characterId: character.id, sessionId: chat.session.id })
  }
}
