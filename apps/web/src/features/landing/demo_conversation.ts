import { limits, type DemoBody, type DemoEvent, type DemoMessage } from '#modules/chat/api'
import { sendToDemo } from '#modules/chat/calls'
import { visitorChats } from '#web/components/shared/visitor_chats'
import { fetchCall } from '#web/lib/api_client'
import { ApiError, sentenceOf } from '#web/lib/api_error'
import { abortUnanswered, readEvents } from '#web/lib/read_events'
import { readerZone } from '#web/lib/reader_zone'
import { createStore } from '#web/lib/store'

export interface DemoState {
  /** After the character's first message, with the visitor's message that waits for a reply. */
  messages: readonly DemoMessage[]
  /** The reply so far; null while none is being written. */
  reply: string | null
  /** Why there is no reply. It can be tried again. */
  problem: string | null
  /** Why the demo ends here: this chat has all its replies, or the visitor has used up the free ones. */
  end: 'complete' | 'used_up' | null
}

const emptyDemo: DemoState = { messages: [], reply: null, problem: null, end: null }

/** A demo chat with one character. */
export class DemoConversation {
  readonly #characterId: string
  readonly state
  #transcript: string | undefined
  #stream: AbortController | null = null

  /** Continues the chat that this tab has kept. */
  constructor(characterId: string) {
    this.#characterId = characterId
    const kept = visitorChats.find(characterId)
    this.#transcript = kept?.transcript
    const messages = kept?.messages ?? []
    this.state = createStore<DemoState>({ ...emptyDemo, messages, end: isComplete(messages) ? 'complete' : null })
  }

  get #state(): DemoState {
    return this.state.current()
  }

  send(content: string): void {
    if (this.#state.reply !== null || this.#state.end) return
    const messages = [...answered(this.#state.messages), { content, isUser: true, state: 'complete' } as const]
    this.#change({ messages, reply: '', problem: null })
    void this.#write(content)
  }

  retry(): void {
    const last = this.#state.messages.at(-1)
    if (last?.isUser) this.send(last.content)
  }

  /** Ends the reply that is being written. */
  leave(): void {
    this.#stream?.abort()
  }

  async #write(content: string): Promise<void> {
    const stream = (this.#stream = new AbortController())
    const body = { characterId: this.#characterId, transcript: this.#transcript, content }
    try {
      for await (const event of streamDemo(body, stream.signal)) if (!stream.signal.aborted) this.#apply(event)
      if (this.#state.reply !== null) this.#fail('The connection was lost.')
    } catch (error) {
      if (!stream.signal.aborted) this.#refuse(error)
    }
  }

  #apply(event: DemoEvent): void {
    if (event.type === 'aiChunk') return this.#change({ reply: this.#state.reply + event.content })
    if (!event.message || !event.transcript) return this.#fail(event.type === 'error' ? event.error : '')
    const messages = [...this.#state.messages, event.message]
    this.#transcript = event.transcript
    visitorChats.save({ characterId: this.#characterId, transcript: event.transcript, messages })
    this.#change({ messages, reply: null, end: isComplete(messages) ? 'complete' : null })
  }

  #refuse(error: unknown): void {
    const code = error instanceof ApiError ? error.code : null
    // The chat reached its end in another tab, or the demo was switched off.
    if (code === 'demo_over' || code === 'demo_used_up' || code === 'not_found')
      return this.#change({
        messages: answered(this.#state.messages),
        reply: null,
        end: code === 'demo_over' ? 'complete' : 'used_up',
      })
    if (code === 'transcript_expired') {
      this.#transcript = undefined
      visitorChats.remove(this.#characterId)
      this.#change({ messages: this.#state.messages.slice(-1) })
    }
    this.#fail(sentenceOf(error, 'The connection was lost.'))
  }

  #fail(problem: string): void {
    this.#change({ reply: null, problem })
  }

  #change(state: Partial<DemoState>): void {
    this.state.set({ ...this.#state, ...state })
  }
}

/** Without a message that has no reply. */
const answered = (messages: readonly DemoMessage[]) => (messages.at(-1)?.isUser ? messages.slice(0, -1) : messages)

const isComplete = (messages: readonly DemoMessage[]): boolean =>
  messages.filter(({ isUser }) => !isUser).length >= limits.demoReplies

/** Sends a visitor's message and yields the events of the reply. Throws as `fetchCall` and `readEvents` do. */
async function* streamDemo(body: DemoBody, signal: AbortSignal): AsyncGenerator<DemoEvent, void, undefined> {
  const call = new AbortController()
  const responded = fetchCall(sendToDemo, {
    body: { ...body, zone: readerZone },
    signal: AbortSignal.any([signal, call.signal]),
  })
  abortUnanswered(responded, call)
  const response = await responded
  if (response.body) yield* readEvents<DemoEvent>(response.body)
}
