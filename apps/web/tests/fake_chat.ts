import type {
  Alternate,
  ChatCharacterVersion,
  ChatContext,
  ChatData,
  PromptView,
  ChatSettings,
  ChatSummary,
  ChatSummaryChange,
  FactAnswer,
  SummaryVersion,
  Message,
  PinInput,
  ReplyEvent,
  ReplyKind,
  ModelChangeBody,
  RerollBody,
  UserEvent,
} from '#modules/chat/api'
import type { Character, VersionChange } from '#modules/gallery/api'
import { answer } from './check_answer.ts'
import { encodeEvent, refuse } from './fake_answers.ts'
import { FakeApi, FakeReply, type FakeChat } from './fake_api.ts'

export const noSummary: ChatSummary = {
  isOn: true,
  isFrozen: false,
  isAvailable: true,
  state: 'idle',
  current: null,
  versions: [],
  facts: [],
}
export const noSettings: ChatSettings = {
  note: null,
  scenario: null,
  systemPrompt: null,
  lorebookIds: [],
  personaId: null,
  length: null,
  sampling: null,
  endsWhole: false,
  runsScripts: true,
}

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
  /** Whether the user may read what scripts look for. */
  readsScripts = true
  /** Whether the server still has the prompts of answers. */
  keepsPrompts = true
  /** The character version in all chats; null for a character that was never changed. */
  version: ChatCharacterVersion | null = null
  changes: VersionChange[] = []
  /** The summary of every chat. */
  summary: ChatSummary = noSummary
  /** The changed settings of chats, by session. */
  readonly settings = new Map<string, ChatSettings>()
  readonly deleted = new Map<string, { chat: FakeChat; index: number; message: Message }>()
  /** The last events of the next lines that a model writes for the user, in order. */
  readonly line: Extract<ReplyEvent, { type: 'draft' | 'error' | 'access_denied' }>[] = []
  /** The messages that the last rewind has deleted. */
  rewound: Message[] = []
  #eventStreams = new Set<ReadableStreamDefaultController<Uint8Array>>()

  constructor() {
    super()
    const { fetch } = this
    this.fetch = async (input, init = {}) => breakOnAbort(await fetch(input, init), init.signal)
  }

  override answer(method: string, url: URL, body: unknown): Response {
    const [, , collection, id = '', verb] = url.pathname.split('/')
    if (url.pathname === '/api/events') return this.#listen()
    if (collection === 'messages' && verb === 'prompt') return this.#promptOfAnswer(id)
    if (collection === 'messages' && verb === 'details') return this.#detailsOf(id, url.searchParams.get('answerId'))
    if (collection === 'messages') return this.#changeMessage(method, id, verb, body)
    if (collection !== 'chats' || !this.user) return super.answer(method, url, body)
    if (!id && url.searchParams.get('q')) return this.#search(url.searchParams.get('q') ?? '')
    const around = url.searchParams.get('around')
    if (method === 'GET' && !verb && around) return this.#around(around)
    if (method === 'POST' && (verb === 'reroll' || verb === 'continue')) return this.#rewrite(verb, body as RerollBody)
    if (method === 'POST' && (verb === 'impersonate' || verb === 'suggest')) {
      const line: ReplyEvent = this.line.shift() ?? { type: 'error', error: 'The model broke off.', code: 'cut_off' }
      const chunk: ReplyEvent[] = line.type === 'draft' ? [{ type: 'aiChunk', content: line.draft.text }] : []
      const events = [...chunk, line].map((event) => encodeEvent('ReplyEvent', event))
      const stream = new ReadableStream<Uint8Array>({
        start(page) {
          for (const event of events) page.enqueue(event)
          page.close()
        },
      })
      return new Response(stream, { headers: { 'Content-Type': 'text/event-stream' } })
    }
    const chat = this.chats.find((each) => each.session.id === id)
    if (chat && verb === 'title') {
      chat.session.title = (body as { title: string | null }).title?.trim() || null
      return answer('ChatSession', chat.session)
    }
    if (chat?.modelChange && verb === 'model-change') {
      const { isAccepted } = body as ModelChangeBody
      if (isAccepted) delete chat.modelChange
      else chat.modelChange = { ...chat.modelChange, isSeen: true }
      return answer('Confirmation', { message: 'Noted.' })
    }
    if (chat && verb === 'branches') {
      const { messageId } = body as { messageId: string }
      const at = chat.messages.findIndex((message) => message.id === messageId)
      if (at === -1) return notFound()
      const { id: sessionId, title } = chat.session
      const branch = this.addChat(chat.characterId, [])
      branch.messages = chat.messages.slice(0, at + 1).map((message) => ({ ...message, id: this.id('copy') }))
      const last = branch.messages.at(-1)!
      if (last.isUser) last.clientMessageId = `branch ${last.id}`
      branch.session = { ...branch.session, title: title && `${title} (2)`, parent: { sessionId, messageId, title } }
      return answer('ChatSession', branch.session, { status: 201 })
    }
    if (chat && verb === 'rewind') {
      const { messageId } = body as { messageId: string }
      if (url.pathname.endsWith('/undo')) {
        const rewound = this.rewound.splice(0)
        chat.messages.push(...rewound)
        return answer('UndoneRewind', { count: rewound.length })
      }
      this.rewound = chat.messages.splice(chat.messages.findIndex(({ id }) => id === messageId) + 1)
      const count = this.rewound.length
      return answer('RewoundChat', { rewindId: count > 0 ? '1' : null, count })
    }
    if (chat && verb === 'pins') {
      const pins = (body as { pins: PinInput[] }).pins.map((pin) => (typeof pin === 'string' ? { text: pin } : pin))
      const kept = pins.filter(({ text }) => text.trim() !== '')
      chat.session.pins = kept.map(({ text }) => text)
      const depths = kept.flatMap(({ text, depth = null }) => (depth === null ? [] : [[text, depth]]))
      delete chat.session.pinDepths
      if (depths.length > 0) chat.session.pinDepths = Object.fromEntries(depths)
      return answer('ChatSession', chat.session)
    }
    if (chat && verb === 'summary') {
      if (method === 'PUT') this.#changeSummary(body as ChatSummaryChange)
      if (method === 'POST') this.summary = { ...this.summary, state: 'running' }
      return answer('ChatSummary', this.summary, { status: method === 'POST' ? 202 : 200 })
    }
    if (chat && verb === 'facts') {
      const fact = this.summary.facts.find((each) => url.pathname.endsWith(each.id))!
      if ((body as FactAnswer).action === 'accept') chat.session.pins = [...chat.session.pins, fact.text]
      this.summary = { ...this.summary, facts: this.summary.facts.filter((each) => each !== fact) }
      return answer('ChatSummary', this.summary)
    }
    if (chat && verb === 'settings') {
      const settings = { ...noSettings, ...this.settings.get(id), ...(method === 'PUT' ? (body as ChatSettings) : {}) }
      this.settings.set(id, settings)
      const { scenario: _, ...session } = chat.session
      chat.session = settings.scenario === null ? session : { ...session, scenario: settings.scenario }
      return answer('ChatSettings', settings)
    }
    if (chat && verb === 'scripts') {
      const isOn = this.settings.get(id)?.runsScripts ?? true
      return answer('ChatScripts', {
        isOn,
        count: this.scripts.length,
        canRead: this.readsScripts,
        scripts: this.scripts,
      })
    }
    if (chat && verb === 'version') {
      if (method === 'POST' && this.version) this.version = { ...this.version, number: this.version.newest }
      const { number, newest, char } = this.version ?? { number: 1, newest: 1, char: '' }
      return method === 'POST'
        ? answer('ChatCharacterVersion', { number, newest, char })
        : answer('ChatVersionDifference', { number, newest, changes: this.changes })
    }
    if (chat && verb === 'context') return answer('ChatContext', this.#contextOf(chat, url.searchParams))
    return super.answer(method, url, body)
  }

  override versionOf(character: Character | null): ChatData['characterVersion'] {
    return character && (this.version ?? super.versionOf(character))
  }

  #changeSummary({ text, versionId, ...switches }: ChatSummaryChange) {
    const { current, versions } = this.summary
    this.summary = { ...this.summary, ...switches }
    if (versionId) {
      const version = versions.find(({ id }) => id === versionId)!
      this.summary = { ...this.summary, current: { ...version, text: version.excerpt, messageCount: 2 } }
    } else if (text) {
      const version: SummaryVersion = {
        id: this.id('summary'),
        author: 'user',
        model: null,
        createdAt: new Date().toISOString(),
        upToMessageId: current?.upToMessageId ?? null,
        upToAt: current?.upToAt ?? null,
        upToExcerpt: current?.upToExcerpt ?? null,
        isStale: false,
        excerpt: text,
      }
      this.summary = {
        ...this.summary,
        current: { ...version, text, messageCount: 2 },
        versions: [version, ...versions],
      }
    } else if (text === null) this.summary = { ...this.summary, current: null }
  }

  /** Sends an event to every open page. */
  /** Tells the tabs of the user how many notifications are unread. */
  tellUnread(unread: number): void {
    for (const page of this.#eventStreams)
      page.enqueue(encodeEvent('NotificationsEvent', { type: 'notifications', unread }))
  }

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
      persona: null,
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

  #promptOfAnswer(id: string): Response {
    const chat = this.chats.find(({ messages }) => messages.some((message) => message.id === id))
    if (!chat || !this.keepsPrompts) return notFound()
    return answer('AnswerPrompt', {
      ...promptOf(chat),
      replyId: 'reply-1',
      replies: [{ id: 'reply-1', kind: 'reply', createdAt: new Date().toISOString() }],
      model: { tier: 'standard', name: 'MythoMist 7B', id: 'vendor/mythomist-7b' },
      sampling: { temperature: 0.8 },
      outputTokens: 512,
      usage: { inputTokens: 321, outputTokens: 45 },
      firstTextMs: 1_234,
      cost: 2,
    })
  }

  #detailsOf(id: string, answerId: string | null): Response {
    const message = this.chats.flatMap(({ messages }) => messages).find((message) => message.id === id)
    const written = message?.alternates?.find((alternate) => alternate.id === answerId) ?? message
    if (!written) return notFound()
    return answer('AnswerDetails', {
      model: written.model ?? 'standard',
      modelName: written.modelName ?? null,
      modelId: written.modelId ?? null,
      provider: 'ollama',
      isFallback: written.isFallback ?? false,
      inputTokens: 1_792,
      outputTokens: 45,
      isRounded: true,
      firstTextMs: 840,
      rubyCost: written.rubyCost,
    })
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
    if (verb === 'hidden') {
      const { isHidden } = body as { isHidden: boolean }
      if (isHidden) message.isHidden = true
      else delete message.isHidden
      return answer('Message', message)
    }
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

  #contextOf(chat: FakeChat, query: URLSearchParams): ChatContext {
    const model = query.get('model') ?? 'standard'
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
      ...(query.get('full') && { prompt: promptOf(chat) }),
    }
  }
}

const promptOf = ({ messages }: FakeChat): PromptView => ({
  parts: [
    { kind: 'instructions', title: null, tokens: 200, role: 'system', text: 'You play Mara.' },
    { kind: 'creator', title: 'How Mara’s creator wants the play', tokens: 256, role: 'system', text: null },
    { kind: 'provider', title: null, tokens: 6, role: 'user', text: '[The scene begins.]' },
  ],
  messages: [
    { role: 'user', pieces: [{ part: 2 }] },
    ...messages.map(({ id, isUser, content }) => ({
      role: isUser ? ('user' as const) : ('assistant' as const),
      pieces: [{ messageId: id, tokens: 5, text: content }],
    })),
  ],
  template: '<user>…<model>…',
  lore: [
    {
      lorebookId: 'sea',
      entryId: 'whale',
      name: 'Whale',
      isUsed: true,
      reason: 'key',
      because: 'The key “whale” is in the text.',
      key: 'whale',
      messageId: messages[0]!.id,
    },
    {
      lorebookId: 'sea',
      entryId: 'shark',
      name: 'Shark',
      isUsed: false,
      reason: 'no_key',
      because: 'No key is in the text.',
    },
  ],
  cut: [{ text: 'pins', tokens: 12 }],
  cutMessages: 0,
  tokens: 300,
})

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
