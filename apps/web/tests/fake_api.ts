import { userName, type Failure, type User } from '#modules/accounts/api'
import type {
  ChatData,
  ChatDraft,
  ChatFolder,
  ChatHit,
  ChatListItem,
  ChatPlace,
  ChatSession,
  DemoBody,
  HelpLine,
  Message,
  ModelChange,
  ModelTier,
  RegexScript,
  ReplyEvent,
  ReplyKind,
  SendMessageBody,
} from '#modules/chat/api'
import {
  plainMessage,
  chips,
  fillMacros,
  type BlockedTags,
  type Character,
  type CharacterDetails,
  type Chip,
  type HiddenThing,
  type HidingKind,
  type Mood,
  type SearchMatch,
  type Shelf,
} from '#modules/gallery/api'
import { answer, requireChecked } from './check_answer.ts'
import { FakeAccounts } from './fake_accounts.ts'
import { FakeAdmin } from './fake_admin.ts'
import {
  aiNotice,
  blankExtras,
  encodeEvent,
  firstVersionOf,
  pageOf,
  refuse,
  summaryOf,
  type CharacterExtras,
} from './fake_answers.ts'
import { FakeCommunity } from './fake_community.ts'
import { FakeDemo } from './fake_demo.ts'
import { FakeEconomy } from './fake_economy.ts'
import { FakeExpressions } from './fake_expressions.ts'
import { FakeLore } from './fake_lore.ts'
import { FakeModeration } from './fake_moderation.ts'
import { FakeNotices } from './fake_notices.ts'
import { FakeVoice } from './fake_voice.ts'
import type { DigestSettings } from '#modules/notices/api'

let answers = 0

/** A running reply, controlled by the test. */
export class FakeReply {
  text = ''
  hasEnded = false
  kind: ReplyKind = 'reply'
  /** The message that the reply creates or changes. */
  messageId = 'message-to-be'
  readonly listeners = new Set<ReadableStreamDefaultController<Uint8Array>>()
  readonly api: FakeApi
  readonly chat: FakeChat
  readonly userMessage: Message
  /** The id of the message that a first reply creates. */
  readonly answerId = `answer-${(answers += 1)}`

  constructor(api: FakeApi, chat: FakeChat, userMessage: Message) {
    this.api = api
    this.chat = chat
    this.userMessage = userMessage
  }

  chunk(content: string): void {
    this.text += content
    this.emit({ type: 'aiChunk', content })
  }
  complete(state: Message['state'] = 'complete'): Message {
    const message = this.save(state)
    this.end({ type: 'aiComplete', message })
    return message
  }
  breakOff(): void {
    this.end({
      type: 'error',
      error: 'The model stopped in mid-sentence.',
      code: 'provider_failed',
      message: this.save('broken_off'),
    })
  }
  fail(error: string, code = 'provider_failed'): void {
    this.end({ type: 'error', error, code })
  }
  stop(): Message | null {
    if (this.text !== '') return this.complete('stopped')
    this.end({ type: 'error', error: 'The reply was stopped.', code: 'stopped' })
    return null
  }
  /** Breaks every connection; the reply keeps running. */
  loseConnections(): void {
    for (const listener of this.listeners) listener.error(new TypeError('network error'))
    this.listeners.clear()
  }

  save(state: Message['state']): Message {
    const message = this.api.message(this.chat, { id: this.answerId, content: this.text, isUser: false, state })
    this.chat.messages.push(message)
    return message
  }
  emit(event: ReplyEvent): void {
    for (const listener of this.listeners) listener.enqueue(encodeEvent('ReplyEvent', event))
  }
  end(event: ReplyEvent): void {
    this.hasEnded = true
    this.emit(event)
    for (const listener of this.listeners) listener.close()
    this.listeners.clear()
  }
  stream(first: ReplyEvent[]): Response {
    let controller: ReadableStreamDefaultController<Uint8Array>
    const body = new ReadableStream<Uint8Array>({
      start: (stream) => {
        controller = stream
        for (const event of first) stream.enqueue(encodeEvent('ReplyEvent', event))
        if (this.hasEnded) stream.close()
        else this.listeners.add(stream)
      },
      cancel: () => void this.listeners.delete(controller),
    })
    return new Response(body, { headers: { 'Content-Type': 'text/event-stream; charset=utf-8' } })
  }
}

export interface FakeChat {
  session: ChatSession
  characterId: string
  messages: Message[]
  reply: FakeReply | null
  draft?: ChatDraft
  suggestions?: ChatDraft
  /** The ids of the messages with the notice that a machine writes above them. */
  noticed?: string[]
  /** Another model now answers than in the last answer. */
  modelChange?: ModelChange
}

/** A fake server with the calls that the app makes. `check_answer.ts` checks its answers against api.ts. */
export class FakeApi {
  user: User | null = { ...defaultUser }
  /** The reader's country, as the operator's proxy names it. */
  country: string | null = null
  characters: Character[] = []
  /** The fields that only the page of a character shows, by the character's id. */
  extras = new Map<string, Partial<CharacterExtras>>()
  chips: readonly Chip[] = chips
  shelves: Shelf[] = []
  blockedTags: string[] = []
  digest: DigestSettings = { every: null }
  hidings: HiddenThing[] = []
  /** The ids of the characters for a first chat, by mood. */
  starters: Partial<Record<Mood, string>> = {}
  /** The starters of every chat. Null: the characters have none. */
  chatStarters: string[] | null = null
  /** The regex scripts of every character. */
  scripts: RegexScript[] = []
  chats: FakeChat[] = []
  models: ModelTier[] = [
    {
      tier: 'basic',
      name: 'Toppy 7B',
      cost: 1,
      suggestionCost: 1,
      available: true,
      contextTokens: 4096,
      outputTokens: 400,
      description: 'Quick and light.',
      takes: ['temperature', 'topP', 'minP'],
    },
    {
      tier: 'standard',
      name: 'MythoMist 7B',
      cost: 3,
      suggestionCost: 3,
      available: true,
      contextTokens: 4096,
      outputTokens: 400,
      description: 'Balanced.',
      takes: ['temperature', 'topP', 'minP'],
    },
    {
      tier: 'premium',
      name: 'ReMM 13B',
      cost: 7,
      suggestionCost: 7,
      available: true,
      contextTokens: 8192,
      outputTokens: 400,
      description: 'A steadier voice.',
      takes: ['temperature', 'topP', 'minP'],
    },
    {
      tier: 'ultra',
      name: 'MythoMax 13B',
      cost: 15,
      suggestionCost: 15,
      available: false,
      contextTokens: 8192,
      outputTokens: 400,
      description: 'Most vivid.',
      takes: ['temperature', 'topP', 'minP'],
    },
  ]
  readonly accounts = new FakeAccounts(this)
  readonly economy = new FakeEconomy(this)
  readonly admin = new FakeAdmin(this)
  readonly lore = new FakeLore(this)
  readonly demo = new FakeDemo(this)
  readonly moderation = new FakeModeration()
  readonly expressions = new FakeExpressions()
  readonly notices = new FakeNotices()
  readonly voice = new FakeVoice()
  readonly community = new FakeCommunity()
  isOffline = false
  folders: ChatFolder[] = []
  /** The places of chats, by the ids of their sessions. */
  places = new Map<string, ChatPlace>()
  /** Whether all old messages can be searched. */
  isSearchComplete = true
  requests: { method: string; path: string; body: unknown }[] = []
  /** Answers that replace the usual ones, in order, by 'METHOD /path'. */
  #instead = new Map<string, (() => Response)[]>()
  onReply: (reply: FakeReply) => void = () => {}
  #ids = 0

  /** Fails the next call of this kind. With a null body, the response has no body. */
  failNext(
    call: string,
    status: number,
    body: Failure | null = { message: 'Something went wrong.', code: 'failed' }
  ): void {
    const response = () => (body === null ? new Response(null, { status }) : answer('Failure', body, { status }))
    this.#instead.set(call, [...(this.#instead.get(call) ?? []), response])
  }

  calls(call: string): unknown[] {
    return this.requests
      .filter((request) => `${request.method} ${request.path.split('?')[0]}` === call)
      .map(({ body }) => body)
  }

  fetch = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(String(input), 'http://localhost')
    const method = init.method ?? 'GET'
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    this.requests.push({ method, path: url.pathname + url.search, body })
    await Promise.resolve()
    if (init.signal?.aborted) throw new DOMException('aborted', 'AbortError')
    if (this.isOffline) throw new TypeError('Failed to fetch')
    const instead = this.#instead.get(`${method} ${url.pathname}`)?.shift()
    const usual = () =>
      url.pathname === '/api/demo/stream'
        ? this.demo.stream(body as DemoBody, init.signal)
        : (this.expressions.answer(method, url, body) ?? this.answer(method, url, body))
    const response = (instead ?? usual)()
    requireChecked(response, `${method} ${url.pathname}`)
    return response
  }

  answer(method: string, url: URL, body: unknown): Response {
    const path = url.pathname
    const ofVoice = this.user && this.voice.answer(method, path, body)
    if (ofVoice) return ofVoice
    const ofNotices = this.user && this.notices.answer(method, url, body)
    if (ofNotices) return ofNotices
    if (path === '/api/characters') return this.#listCharacters(url)
    if (path === '/api/characters/landing') return answer('CharacterSummaries', this.#onLanding())
    if (path === '/api/demo') return this.demo.offer()
    if (path === '/api/help-lines') return answer('HelpLines', { country: this.country, lines: helpLines })
    if (path.endsWith('/similar')) return answer('CharacterSummaries', [])
    if (path === '/api/characters/shelves') return answer('Shelves', this.shelves)
    if (path === '/api/characters/chips') return answer('Chips', [...this.chips])
    if (path === '/api/characters/suggestions') return this.#suggest(url.searchParams.get('q')!)
    if (path === '/api/characters/surprise') return this.#surprise()
    if (path === '/api/characters/tags')
      return answer('Tags', [...new Set(this.characters.flatMap(({ tags }) => tags))])
    if (path.endsWith('/share')) return this.#share(path.split('/')[3]!)
    if (path === '/api/characters/starters') return this.#listStarters()
    if (path.startsWith('/api/characters/')) return this.#getCharacter(path.split('/')[3]!)
    if (path.startsWith('/api/pages')) return this.accounts.sitePage(url)
    const open = this.community.answerOpen(url)
    if (open) return open
    if (path === '/api/announcements') return answer('Announcements', this.admin.shown)
    if (!this.user) return refuse(401, 'signed_out', 'Please sign in.')
    if (path === '/api/auth/user') return answer('User', this.user)
    if (path === '/api/demo/adopt') return this.demo.adopt(body as { transcript: string })
    if (path === '/api/user/blocked-tags') {
      if (method === 'PUT') this.blockedTags = (body as BlockedTags).tags
      return answer('BlockedTags', { tags: this.blockedTags })
    }
    if (path.startsWith('/api/user/hidings')) return this.#answerHidings(method, path)
    if (path === '/api/notifications/digest') {
      if (method === 'PUT') this.digest = body as DigestSettings
      return answer('DigestSettings', this.digest)
    }
    if (path === '/api/models') return answer('ModelTiers', this.models)
    const own =
      this.moderation.answer(method, url, body) ??
      this.accounts.answer(method, url, body) ??
      this.economy.answer(method, url, body) ??
      this.admin.answer(method, url, body) ??
      this.lore.answer(method, url, body) ??
      this.community.answer(method, url, body)
    if (own) return own
    if (path === '/api/chats') return answer('ChatListItems', this.listChats(url.searchParams))
    if (path === '/api/chats/last') return answer('LastChat', { chat: this.#lastChat() })
    if (path.startsWith('/api/chat-folders')) return this.#answerFolders(method, path, body as { name: string })
    if (path === '/api/chats/search') return this.#searchMessages(url)
    const [, , , id = '', verb] = path.split('/')
    if (!path.startsWith('/api/chats/')) return refuse(404, 'not_found', 'No such call.')
    if (method === 'DELETE') return this.#deleteChat(id)
    if (verb === 'place') {
      this.places.set(id, { ...this.places.get(id), ...(body as ChatPlace) })
      return answer('Confirmation', { message: 'Done.' })
    }
    const isKnown = this.characters.some((one) => one.id === id) || this.chats.some((chat) => chat.characterId === id)
    if (!isKnown) return refuse(404, 'not_found', 'Chat not found')
    if (!verb) return this.#getChat(id, url.searchParams)
    if (verb === 'stop') return this.#stop((body as { sessionId: string }).sessionId)
    if (method === 'GET') return this.#join(url.searchParams.get('session') ?? '')
    return this.#send(id, body as SendMessageBody)
  }

  #answerHidings(method: string, path: string): Response {
    const [, , , , kind, id] = path.split('/')
    if (method === 'GET') return answer('HiddenThings', this.hidings)
    this.hidings = this.hidings.filter((each) => each.kind !== kind || each.id !== id)
    if (method === 'PUT') this.hidings = [{ kind: kind as HidingKind, id: id!, name: 'Ines' }, ...this.hidings]
    return answer('Confirmation', { message: 'Done.' })
  }

  addCharacter(fields: Partial<Character> = {}): Character {
    const id = fields.id ?? this.id('character')
    const character = { ...defaultCharacter, ...fields, id }
    this.characters.push(character)
    return character
  }

  versionOf(character: Character | null): ChatData['characterVersion'] {
    return firstVersionOf(character)
  }

  detailsOf(character: Character): CharacterDetails {
    return { ...character, ...blankExtras, ...this.extras.get(character.id) }
  }

  addChat(characterId: string, contents: string[] = [], lastMessageAt = new Date().toISOString()): FakeChat {
    const chat: FakeChat = {
      session: { id: this.id('session'), createdAt: lastMessageAt, lastMessageAt, title: null, pins: [] },
      characterId,
      messages: [],
      reply: null,
    }
    const opening = this.characters.find((character) => character.id === characterId)?.firstMessage
    const texts = opening ? [opening, ...contents] : contents
    texts.forEach((content, index) => chat.messages.push(this.message(chat, { content, isUser: index % 2 === 1 })))
    this.chats.unshift(chat)
    return chat
  }

  /** Starts a reply that this page did not request, such as a reply of another tab. */
  startReply(chat: FakeChat, content: string, clientMessageId: string | null = null): FakeReply {
    const userMessage = this.message(chat, { content, isUser: true, clientMessageId })
    chat.messages.push(userMessage)
    chat.reply = new FakeReply(this, chat, userMessage)
    return chat.reply
  }

  message(chat: FakeChat, fields: Partial<Message>): Message {
    return {
      id: this.id('message'),
      content: '',
      isUser: false,
      createdAt: new Date().toISOString(),
      chatSessionId: chat.session.id,
      rubyCost: 0,
      state: 'complete',
      ...fields,
    }
  }

  id(kind: string): string {
    return `${kind}-${(this.#ids += 1)}`
  }

  #listCharacters(url: URL): Response {
    const { searchParams } = url
    const text = (name: string) => (searchParams.get(name) ?? '').toLowerCase()
    const list = (name: string) => text(name).split(',').filter(Boolean)
    const [q, category] = [text('q'), text('category')]
    const has = ({ tags }: Character) => {
      const own = new Set(tags.map((tag) => tag.toLowerCase()))
      return (tag: string) => own.has(tag.toLowerCase())
    }
    const found = this.characters.filter(
      (character) =>
        `${character.name} ${character.description} ${character.tags.join(' ')}`.toLowerCase().includes(q) &&
        (!category ||
          character.category.toLowerCase() === category ||
          (category === 'limitless' && character.isNsfw) ||
          has(character)(category)) &&
        list('tags').every(has(character)) &&
        !list('exclude').some(has(character)) &&
        !this.blockedTags.some(has(character)) &&
        (text('mine') === '' || character.createdBy === this.user?.id) &&
        (text('liked') === '' || character.liked)
    )
    return pageOf(
      'CharacterSummaries',
      url,
      found.map((character) =>
        q === '' ? summaryOf(character) : { ...summaryOf(character), match: matchOf(character, q) }
      )
    )
  }

  #suggest(q: string): Response {
    const found = this.characters.filter(({ name }) => name.toLowerCase().includes(q.toLowerCase()))
    return answer(
      'CharacterSuggestions',
      found.slice(0, 8).map(({ id, name, avatar, avatarFocus, category }) => ({
        id,
        name,
        avatar,
        avatarFocus,
        category,
        match: 'name',
      }))
    )
  }

  #surprise(): Response {
    const character = this.characters.find(({ id }) => !this.chats.some(({ characterId }) => characterId === id))
    return character ? answer('Surprise', { id: character.id }) : refuse(404, 'not_found', 'There is no character.')
  }

  #onLanding() {
    return this.characters.filter(({ isPublic, isNsfw }) => isPublic && !isNsfw).map(summaryOf)
  }

  #listStarters(): Response {
    const starters = Object.entries(this.starters).map(([mood, id]) => ({
      mood: mood as Mood,
      character: summaryOf(this.characters.find((each) => each.id === id)!),
    }))
    return answer('Starters', starters)
  }

  #share(characterId: string): Response {
    const character = this.characters.find((each) => each.id === characterId)
    if (!character?.isPublic || character.isNsfw) return refuse(404, 'not_found', 'This character does not exist.')
    const { id, name, avatar, avatarFocus, background, category, tags } = character
    const { likes, messageCount, description, firstMessage } = character
    const counts = { likes, messageCount }
    const texts = { teaser: description ?? '', openingLine: firstMessage }
    const pictures = { avatar, avatarFocus, background }
    return answer('SharedCharacter', { id, name, ...pictures, category, tags, ...counts, ...texts, notice: aiNotice })
  }

  #getCharacter(id: string): Response {
    const character = this.characters.find((each) => each.id === id)
    return character
      ? answer('CharacterDetails', this.detailsOf(character))
      : refuse(404, 'not_found', 'Character not found')
  }

  listChats(query: URLSearchParams): ChatListItem[] {
    const [folderId, characterId] = [query.get('folderId'), query.get('characterId')]
    const isListed = (item: ChatListItem) =>
      (item.isArchived ?? false) === (query.get('archived') === 'true') &&
      (folderId ?? item.folderId) === item.folderId &&
      (characterId ?? item.characterId) === item.characterId
    return this.chats
      .filter((chat) => chat.messages.some((message) => message.isUser))
      .map((chat) => this.chatItem(chat))
      .filter(isListed)
      .toSorted((one, other) => Number(other.isKept ?? false) - Number(one.isKept ?? false))
      .slice(0, Number(query.get('limit') ?? 500))
  }

  #lastChat(): ChatListItem | null {
    const newest = this.listChats(new URLSearchParams()).toSorted((one, other) =>
      other.lastMessageAt.localeCompare(one.lastMessageAt)
    )[0]
    return newest?.lastMessage && newest.character ? newest : null
  }

  #answerFolders(method: string, path: string, body: { name: string }): Response {
    if (method === 'GET') return answer('ChatFolders', this.folders)
    const id = path.split('/')[3] ?? this.id('folder')
    const others = this.folders.filter((folder) => folder.id !== id)
    this.folders = method === 'DELETE' ? others : [...others, { id, name: body.name }]
    return method === 'DELETE' ? answer('Confirmation', { message: 'Done.' }) : answer('ChatFolder', { id, ...body })
  }

  #searchMessages({ searchParams }: URL): Response {
    const q = searchParams.get('q')!.toLowerCase()
    const [sessionId, characterId] = [searchParams.get('sessionId'), searchParams.get('characterId')]
    const hits = this.chats
      .filter((chat) => (sessionId ?? chat.session.id) === chat.session.id)
      .filter((chat) => (characterId ?? chat.characterId) === chat.characterId)
      .flatMap((chat) => chat.messages.map((message) => ({ chat, message })))
      .filter(({ message }) => message.content.toLowerCase().includes(q))
      .map(({ chat, message }) => this.hit(chat, message, q))
    return answer('ChatSearchPage', { hits, next: null, isComplete: this.isSearchComplete })
  }

  hit(chat: FakeChat, { id, content, isUser, createdAt }: Message, q: string): ChatHit {
    const { characterId, title, character } = this.chatItem(chat)
    const at = content.toLowerCase().indexOf(q)
    const pieces = [
      { text: content.slice(0, at) },
      { text: content.slice(at, at + q.length), isHit: true as const },
      { text: content.slice(at + q.length) },
    ]
    return {
      id,
      messageId: id,
      sessionId: chat.session.id,
      characterId,
      title,
      character,
      isUser,
      speaker: null,
      createdAt,
      excerpt: pieces.filter(({ text }) => text !== ''),
    }
  }

  chatItem(chat: FakeChat): ChatListItem {
    const { id, createdAt, lastMessageAt, title } = chat.session
    const place = this.places.get(id)
    const found = this.characters.find((character) => character.id === chat.characterId)
    const names = { char: found?.name ?? 'Deleted Character', user: this.user ? userName(this.user) : 'User' }
    return {
      id,
      createdAt,
      lastMessageAt,
      title,
      ...(chat.session.parent ? { isBranch: true } : {}),
      ...(place?.isKept ? { isKept: true } : {}),
      ...(place?.isArchived ? { isArchived: true } : {}),
      ...(place?.folderId ? { folderId: place.folderId } : {}),
      characterId: chat.characterId,
      lastMessage: plainMessage(fillMacros(chat.messages.at(-1)?.content ?? '', names)).slice(0, 80) || null,
      character: found
        ? {
            id: found.id,
            name: found.name,
            avatar: found.avatar,
            avatarFocus: found.avatarFocus,
            category: found.category,
            description: found.description,
            isPublic: found.isPublic,
          }
        : null,
    }
  }

  #deleteChat(id: string): Response {
    const before = this.chats.length
    this.chats = this.chats.filter((chat) => chat.session.id !== id)
    return before === this.chats.length
      ? refuse(404, 'not_found', 'Chat not found')
      : answer('Confirmation', { message: 'Chat deleted.' })
  }

  #getChat(characterId: string, query: URLSearchParams): Response {
    const own = this.chats.filter((chat) => chat.characterId === characterId)
    const chat = query.get('session')
      ? own.find((chat) => chat.session.id === query.get('session'))
      : query.get('new') === 'true'
        ? (own.find((chat) => !chat.messages.some((message) => message.isUser)) ?? this.addChat(characterId))
        : (own[0] ?? this.addChat(characterId))
    if (!chat) return refuse(404, 'not_found', 'Chat not found')
    const before = query.get('before')
    const after = query.get('after')
    const at = (id: string) => chat.messages.findIndex((message) => message.id === id)
    const newest = after ? Math.min(at(after) + 201, chat.messages.length) : chat.messages.length
    const end = before ? at(before) : newest
    const from = after ? at(after) + 1 : Math.max(0, end - 200)
    const character = this.characters.find((one) => one.id === characterId) ?? null
    const branches = this.chats.flatMap(({ session: { id, title, parent } }) =>
      parent?.sessionId === chat.session.id ? [{ sessionId: id, messageId: parent.messageId, title }] : []
    )
    const data: ChatData = {
      session: chat.session,
      character,
      characterVersion: this.versionOf(character),
      messages: chat.messages.slice(from, end),
      hasOlder: from > 0,
      persona: null,
      hasNewer: end < chat.messages.length,
      replyUnderWay:
        chat.reply && !chat.reply.hasEnded
          ? { id: 'reply', kind: chat.reply.kind, messageId: chat.reply.messageId }
          : null,
      ...(branches.length > 0 ? { branches } : {}),
      ...(chat.draft ? { draft: chat.draft } : {}),
      ...(this.scripts.length > 0 ? { scriptCount: this.scripts.length } : {}),
      ...(chat.suggestions ? { suggestions: chat.suggestions } : {}),
      ...(this.chatStarters && { starters: this.chatStarters }),
      notice: { text: aiNotice, messageIds: chat.noticed ?? [] },
      ...(chat.modelChange && { modelChange: chat.modelChange }),
    }
    return answer('ChatData', data)
  }

  #send(characterId: string, { content, model, sessionId, clientMessageId }: SendMessageBody): Response {
    const chat = this.chats.find((chat) => chat.session.id === sessionId && chat.characterId === characterId)
    if (!chat || !this.user) return refuse(404, 'not_found', 'Chat not found')
    const saved = chat.messages.find(
      (message) => message.clientMessageId && message.clientMessageId === clientMessageId
    )
    const running = chat.reply && !chat.reply.hasEnded ? chat.reply : null
    if (running && running.userMessage !== saved) {
      return refuse(409, 'reply_under_way', 'A reply is already under way in this chat.')
    }
    if (running) return running.stream([userMessageOf(running), chunkOf(running)])
    if (saved) {
      const answer = chat.messages[chat.messages.indexOf(saved) + 1]
      if (answer) {
        const replay = new FakeReply(this, chat, saved)
        replay.hasEnded = true
        return replay.stream([
          userMessageOf(replay),
          { type: 'aiChunk', content: answer.content },
          { type: 'aiComplete', message: answer },
        ])
      }
    }
    const tier = this.models.find((each) => each.tier === (model ?? 'standard'))
    if (!tier) return refuse(422, 'validation', 'Unknown model.')
    if (this.user.rubies < tier.cost) {
      const error = `Insufficient Rubies: You need ${tier.cost} rubies to use the ${tier.name} model.`
      return new Response(encodeEvent('ReplyEvent', { type: 'access_denied', error, upgradeUrl: '/ruby-shop' }))
    }
    this.user = { ...this.user, rubies: this.user.rubies - tier.cost }
    const reply = saved ? new FakeReply(this, chat, saved) : this.startReply(chat, content, clientMessageId ?? null)
    chat.reply = reply
    const response = reply.stream([userMessageOf(reply)])
    this.onReply(reply)
    return response
  }

  #join(sessionId: string): Response {
    const reply = this.chats.find((chat) => chat.session.id === sessionId)?.reply
    if (!reply || reply.hasEnded) return new Response(null, { status: 204 })
    const { kind, messageId, answerId } = reply
    return reply.stream([
      { type: 'resumed', kind, messageId: kind === 'reply' ? answerId : messageId },
      ...(kind === 'reply' ? [userMessageOf(reply)] : []),
      chunkOf(reply),
    ])
  }

  #stop(sessionId: string): Response {
    const reply = this.chats.find((chat) => chat.session.id === sessionId)?.reply
    return answer('StoppedReply', { message: reply && !reply.hasEnded ? reply.stop() : null })
  }
}

export const defaultUser: User = {
  id: 'user-1',
  username: 'sam',
  firstName: 'Sam',
  lastName: 'Doe',
  email: 'sam@example.com',
  emailVerified: true,
  profileImageUrl: null,
  rubies: 50,
  rubyDebt: 0,
  welcomeRubiesWaiting: 0,
  discordInvite: 'https://discord.gg/facet',
  limitlessEnabled: false,
  adultClosed: null,
  isOfAge: false,
  discordJoined: false,
  role: 'member',
  isAdmin: false,
  createdAt: '2026-11-01T00:00:00.000Z',
  personaName: null,
  personaDescription: null,
  personaAvatar: null,
  personaPersonality: null,
  personaBackground: null,
  sampling: null,
  reading: null,
  stats: { messagesWritten: 0, charactersCreated: 0 },
}

export const defaultCharacter: Character = {
  id: 'character-0',
  name: 'Mara Venn',
  description: 'A lighthouse keeper who writes letters to ships.',
  avatar: null,
  avatarFocus: null,
  category: 'Fantasy',
  tags: ['Mystery', 'Sea'],
  isNsfw: false,
  isPublic: true,
  likes: 12,
  messageCount: 1530,
  createdBy: 'user-0',
  backstory: null,
  personality: null,
  firstMessage: '*looks up from the lamp* {{user}}? {{char}} did not expect company.',
  greeting: null,
  scenario: 'A storm, a lighthouse, one knock at the door.',
  background: null,
  createdAt: '2026-11-01T00:00:00.000Z',
  liked: false,
}

const helpLines: HelpLine[] = [
  { country: 'DE', name: 'TelefonSeelsorge', phone: '0800 111 0 111', url: 'https://help.example/de' },
  { country: 'US', name: 'Lifeline', phone: '988', url: 'https://help.example/us' },
  { country: null, name: 'Find A Helpline', phone: null, url: 'https://help.example' },
]

const userMessageOf = ({ userMessage: message, answerId }: FakeReply): ReplyEvent => ({
  type: 'userMessage',
  message,
  answerId,
  ...(message.content.includes('want to die') && { offersHelp: true as const }),
})

function chunkOf(reply: FakeReply): ReplyEvent {
  return { type: 'aiChunk', content: reply.text }
}

/** Returns the field in which the search found the character, as the server reports it. */
function matchOf({ name, tags, description }: Character, q: string): SearchMatch {
  const tag = tags.find((each) => each.toLowerCase().includes(q))
  if (name.toLowerCase().includes(q)) return { field: 'name', text: name }
  return tag === undefined ? { field: 'description', text: description ?? '' } : { field: 'tag', text: tag }
}
