import type {
  Alternate,
  ChatCharacterVersion,
  ChatContext,
  ChatData,
  ChatSettings,
  Message,
  ReplyKind,
  RerollBody,
  UserEvent,
} from '#modules/chat/api'
import type { Character, VersionChange } from '#modules/gallery/api'
import { answer } from './check_answer.ts'
import { encodeEvent, refuse } from './fake_answers.ts'
import { FakeApi, FakeReply, type FakeChat } from './fake_api.ts'

/** A running reroll or continuation, controlled by the test. */
export class FakeRewrite extends FakeReply {
  override readonly kind: ReplyKind
  readonly message: Message
  readonly body: RerollBody

  constructor(api: FakeApi, chat: FakeChat, kind: 'reroll' | 'continue', message: Message, body: RerollBody) {
    super(api, chat, message)
    this.kind = kind
    this.message = message
    this.messageId = message.id
    this.body = body
  }

  override fail(error: string, code = 'provider_failed'): void {
    this.end({ type: 'error', error, code, message: this.message })
  }
  override stop(): Message | null {
    if (this.text !== '') return this.complete('stopped')
    this.end({ type: 'error', error: 'The reply was stopped.', code: 'stopped', message: this.message })
    return null
  }
  override save(state: Message['state']): Message {
    const { message, kind, text } = this
    if (kind === 'continue') return Object.assign(message, { content: message.content + text, state, isCut: undefined })
    const answer: Alternate = {
      id: this.api.id('alternate'),
      content: text,
      createdAt: new Date().toISOString(),
      rubyCost: state === 'broken_off' ? 0 : 3,
      state,
      model: this.body.model ?? 'standard',
    }
    message.alternates = [...(message.alternates ?? [firstAnswer(message)]), answer]
    return select(message, state === 'broken_off' ? (message.selectedAlternate ?? 0) : message.alternates.length - 1)
  }
}

/** The fake server with all chat calls besides sending. */
export class FakeChatApi extends FakeApi {
  onRewrite: (rewrite: FakeRewrite) => void = () => {}
  context: Partial<ChatContext> = {}
  /** Of all chats; null for a character that was never changed. */
  version: ChatCharacterVersion | null = null
  changes: VersionChange[] = []
  /** The lorebooks of chats, by session. */
  readonly lorebooks = new Map<string, string[]>()
  readonly deleted = new Map<string, { chat: FakeChat; index: number; message: Message }>()
  #eventStreams = new Set<ReadableStreamDefaultController<Uint8Array>>()

  constructor() {
    super()
    const { fetch } = this
    this.fetch = async (input, init = {}) => breakOnAbort(await fetch(input, init), init.signal)
  }

  override answer(method: string, url: URL, body: unknown): Response {
    const [, , collection, id = '', verb] = url.pathname.split('/')
    if (url.pathname === '/api/events') return this.#listen()
    if (collection === 'messages') return this.#changeMessage(method, id, verb, body)
    if (collection !== 'chats' || !this.user) return super.answer(method, url, body)
    if (!id && url.searchParams.get('q')) return this.#search(url.searchParams.get('q') ?? '')
    const around = url.searchParams.get('around')
    if (method === 'GET' && !verb && around) return this.#around(around)
    if (method === 'POST' && (verb === 'reroll' || verb === 'continue')) return this.#rewrite(verb, body as RerollBody)
    const chat = this.chats.find((each) => each.session.id === id)
    if (chat && verb === 'title') {
      chat.session.title = (body as { title: string | null }).title?.trim() || null
      return answer('ChatSession', chat.session)
    }
    if (chat && verb === 'pins') {
      chat.session.pins = (body as { pins: string[] }).pins.filter((pin) => pin.trim() !== '')
      return answer('ChatSession', chat.session)
    }
    if (chat && verb === 'settings') {
      if (method === 'PUT') this.lorebooks.set(id, (body as ChatSettings).lorebookIds)
      return answer('ChatSettings', { lorebookIds: this.lorebooks.get(id) ?? [] })
    }
    if (chat && verb === 'version') {
      if (method === 'POST' && this.version) this.version = { ...this.version, number: this.version.newest }
      const { number, newest, char } = this.version ?? { number: 1, newest: 1, char: '' }
      return method === 'POST'
        ? answer('ChatCharacterVersion', { number, newest, char })
        : answer('ChatVersionDifference', { number, newest, changes: this.changes })
    }
    if (chat && verb === 'context')
      return answer('ChatContext', this.#contextOf(chat, url.searchParams.get('model') ?? 'standard'))
    return super.answer(method, url, body)
  }

  override versionOf(character: Character | null): ChatData['characterVersion'] {
    return character && (this.version ?? super.versionOf(character))
  }

  /** Sends an event to every open page. */
  broadcast(event: UserEvent): void {
    for (const page of this.#eventStreams) page.enqueue(encodeEvent('UserEvent', event))
  }
  get listeners(): number {
    return this.#eventStreams.size
  }
  /** Closes the event stream of every page. */
  closeEventStreams(): void {
    for (const page of this.#eventStreams) page.close()
    this.#eventStreams.clear()
  }

  #listen(): Response {
    let page: ReadableStreamDefaultController<Uint8Array>
    const body = new ReadableStream<Uint8Array>({
      start: (stream) => {
        page = stream
        this.#eventStreams.add(stream)
        stream.enqueue(encodeEvent('UserEvent', { type: 'balance', rubies: this.user?.rubies ?? 0 }))
      },
      cancel: () => void this.#eventStreams.delete(page),
    })
    return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } })
  }

  #search(q: string): Response {
    const found = this.chats.filter((chat) => {
      const name = this.characters.find(({ id }) => id === chat.characterId)?.name ?? ''
      return `${chat.session.title ?? ''} ${name}`.toLowerCase().includes(q.toLowerCase())
    })
    return answer(
      'ChatListItems',
      found.map((chat) => this.chatItem(chat))
    )
  }

  #around(messageId: string): Response {
    const chat = this.chats.find(({ messages }) => messages.some(({ id }) => id === messageId))
    if (!chat) return notFound()
    const at = chat.messages.findIndex(({ id }) => id === messageId)
    const [from, to] = [Math.max(0, at - 100), at + 100]
    const character = this.characters.find(({ id }) => id === chat.characterId) ?? null
    return answer('ChatData', {
      session: chat.session,
      character,
      characterVersion: this.versionOf(character),
      messages: chat.messages.slice(from, to),
      hasOlder: from > 0,
      hasNewer: to < chat.messages.length,
      replyUnderWay: null,
    })
  }

  #rewrite(kind: 'reroll' | 'continue', body: RerollBody): Response {
    const chat = this.chats.find(({ messages }) => messages.some(({ id }) => id === body.messageId))
    const message = chat?.messages.findLast(({ isUser }) => !isUser)
    if (!chat || message?.id !== body.messageId) return notFound()
    if (chat.reply && !chat.reply.hasEnded) return replyUnderWay()
    const cost = this.models.find(({ tier }) => tier === (body.model ?? 'standard'))?.cost ?? 0
    if (!this.user || this.user.rubies < cost) {
      const error = `Insufficient Rubies: You need ${cost} rubies to use the MythoMist 7B model.`
      return new Response(encodeEvent('ReplyEvent', { type: 'access_denied', error, upgradeUrl: '/ruby-shop' }))
    }
    this.user = { ...this.user, rubies: this.user.rubies - cost }
    const rewrite = new FakeRewrite(this, chat, kind, message, body)
    chat.reply = rewrite
    const response = rewrite.stream([])
    this.onRewrite(rewrite)
    return response
  }

  #changeMessage(method: string, id: string, verb: string | undefined, body: unknown): Response {
    const deleted = this.deleted.get(id)
    const chat = deleted?.chat ?? this.chats.find(({ messages }) => messages.some((message) => message.id === id))
    if (!chat) return notFound()
    if (chat.reply && !chat.reply.hasEnded) return replyUnderWay()
    if (verb === 'restore') {
      if (!deleted) return notFound()
      chat.messages.splice(deleted.index, 0, deleted.message)
      this.deleted.delete(id)
      return answer('Message', deleted.message)
    }
    const index = chat.messages.findIndex((message) => message.id === id)
    const message = chat.messages[index]
    if (!message) return notFound()
    if (verb === 'alternate') return answer('Message', select(message, (body as { index: number }).index))
    if (method === 'DELETE') {
      this.deleted.set(id, { chat, index, message })
      chat.messages.splice(index, 1)
      return answer('Confirmation', { message: 'The message is deleted.' })
    }
    const change = { content: (body as { content: string }).content, editedAt: new Date().toISOString() }
    const selected = message.alternates?.[message.selectedAlternate ?? 0]
    if (selected) Object.assign(selected, change)
    return answer('Message', Object.assign(message, change))
  }

  #contextOf(chat: FakeChat, model: string): ChatContext {
    const messages = chat.messages.map(({ id, content }) => ({ id, tokens: Math.ceil(content.length / 4) }))
    const historyTokens = messages.reduce((sum, { tokens }) => sum + tokens, 0)
    const pins = chat.session.pins.join(' ').length
    return {
      model,
      contextTokens: 4_096,
      outputTokens: 512,
      usedTokens: 600 + pins + historyTokens,
      parts: [
        { kind: 'instructions', tokens: 200 },
        { kind: 'character', tokens: 300 },
        { kind: 'scenario', tokens: 60 },
        { kind: 'persona', tokens: 40 },
        { kind: 'pins', tokens: pins },
      ],
      history: { tokens: historyTokens, messages, cutMessages: 0, oldestId: messages[1]?.id ?? null },
      ...this.context,
    }
  }
}

const firstAnswer = (message: Message): Alternate => ({
  id: `${message.id}-first`,
  content: message.content,
  createdAt: message.createdAt,
  rubyCost: message.rubyCost,
  state: message.state,
  model: message.model ?? 'standard',
})

function select(message: Message, index: number): Message {
  const { id: _, ...selected } = message.alternates?.[index] ?? firstAnswer(message)
  return Object.assign(message, selected, { selectedAlternate: index })
}

/** Breaks the stream when the call is aborted, as browsers do. */
function breakOnAbort(response: Response, signal: AbortSignal | null | undefined): Response {
  const reader = signal && response.body?.getReader()
  if (!reader) return response
  const body = new ReadableStream<Uint8Array>({
    start: (stream) =>
      signal.addEventListener('abort', () => {
        void reader.cancel()
        stream.error(new DOMException('aborted', 'AbortError'))
      }),
    pull: async (stream) => {
      const { done, value } = await reader.read()
      if (signal.aborted) return
      if (done) stream.close()
      else stream.enqueue(value)
    },
    cancel: () => void reader.cancel(),
  })
  return new Response(body, { status: response.status, headers: response.headers })
}

const notFound = () => refuse(404, 'not_found', 'Message not found')
const replyUnderWay = () => refuse(409, 'reply_under_way', 'A reply is already under way in this chat.')
