import type { ChatData, UserEvent } from '#modules/chat/api'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { FakeApi, type FakeChat, type FakeReply } from '../../../../tests/fake_api.ts'
import { FakeChatApi } from '../../../../tests/fake_chat.ts'
import { toasts } from '#web/lib/toasts'
import { readChat } from '../chat_calls.ts'
import { Conversation } from './conversation.ts'
import type { ConversationEvents } from './conversation_events.ts'
import { gapKey, MessageStore } from './message_store.ts'
import { outbox } from './outbox.ts'

let api: FakeApi
let chat: FakeChat
let replies: FakeReply[]
let events: ConversationEvents
const open: Conversation[] = []

beforeEach(() => {
  vi.useFakeTimers()
  api = new FakeApi()
  vi.stubGlobal('fetch', api.fetch)
  chat = api.addChat(api.addCharacter().id)
  replies = []
  api.onReply = (reply) => void replies.push(reply)
  events = {
    onSaved: vi.fn(),
    onChanged: vi.fn(),
    onDenied: vi.fn(),
    onHelpOffered: vi.fn(),
    onEdited: vi.fn(),
    onStale: vi.fn(),
    onOwnChange: vi.fn(),
    onReplyText: vi.fn(),
  }
})

afterEach(() => {
  for (const conversation of open.splice(0)) conversation.close()
})

async function start(): Promise<Conversation> {
  const data: ChatData = await readChat(chat.characterId, { session: chat.session.id })
  const conversation = new Conversation(chat.characterId, data, events, new MessageStore((notify) => notify()))
  open.push(conversation)
  conversation.open()
  await settle()
  return conversation
}

const settle = () => vi.advanceTimersByTimeAsync(0)

/** Describes each shown message by its author, text and any special state. */
function shown({ store }: Conversation): string[] {
  return store.snapshot().keys.map((key) => {
    const item = store.item(key)
    if (!item) return 'missing'
    const state = item.status !== 'sent' ? ` (${item.status})` : item.state !== 'complete' ? ` (${item.state})` : ''
    return `${item.isUser ? 'user' : 'character'}: ${item.content}${state}`
  })
}

const opening = 'character: *looks up from the lamp* {{user}}? {{char}} did not expect company.'
const postsOf = (call = `POST /api/chats/${chat.characterId}/stream`) =>
  api.calls(call) as { clientMessageId: string }[]

describe('sending', () => {
  test('goes from pending to streaming to saved', async () => {
    const conversation = await start()
    conversation.send('Hello', 'standard')
    expect(shown(conversation)).toEqual([opening, 'user: Hello (pending)', 'character:  (pending)'])
    expect(events.onSaved).not.toHaveBeenCalled()
    await settle()
    expect(shown(conversation)).toEqual([opening, 'user: Hello', 'character:  (pending)'])
    expect(events.onSaved).toHaveBeenCalledOnce()
    replies[0]?.chunk('Come ')
    replies[0]?.chunk('in.')
    await settle()
    expect(shown(conversation)).toEqual([opening, 'user: Hello', 'character: Come in. (streaming)'])
    replies[0]?.complete()
    await settle()
    expect(shown(conversation)).toEqual([opening, 'user: Hello', 'character: Come in.'])
    expect(conversation.store.snapshot().phase).toBe('idle')
    expect(events.onChanged).toHaveBeenCalledOnce()
    expect(postsOf()[0]).toMatchObject({ content: 'Hello', model: 'standard', sessionId: chat.session.id })
  })

  test('notifies only the message of a chunk', async () => {
    const conversation = await start()
    conversation.send('Hello', 'standard')
    await settle()
    const { store } = conversation
    const [first = '', second = '', reply = ''] = store.snapshot().keys
    const calls = { list: 0, first: 0, second: 0, reply: 0 }
    store.subscribe(() => (calls.list += 1))
    store.subscribeItem(first, () => (calls.first += 1))
    store.subscribeItem(second, () => (calls.second += 1))
    store.subscribeItem(reply, () => (calls.reply += 1))
    replies[0]?.chunk('One ')
    replies[0]?.chunk('two')
    await settle()
    expect(calls).toEqual({ list: 0, first: 0, second: 0, reply: 2 })
  })

  test('passes the growing text to screen readers', async () => {
    const conversation = await start()
    conversation.send('Hello', 'standard')
    await settle()
    replies[0]?.chunk('Come ')
    replies[0]?.chunk('in.')
    replies[0]?.complete()
    await settle()
    expect(vi.mocked(events.onReplyText).mock.calls).toEqual([
      ['Come ', false],
      ['Come in.', false],
      ['Come in.', true],
    ])
  })
})

describe('a failure', () => {
  test('before any response marks both messages, and Retry reuses the key', async () => {
    const conversation = await start()
    api.isOffline = true
    conversation.send('Hello', 'premium')
    await settle()
    expect(shown(conversation)).toEqual([opening, 'user: Hello (failed)', 'character:  (failed)'])
    expect(conversation.store.item(conversation.store.snapshot().keys[1]!)?.failure).toBe('')
    expect(toasts.current()).toBeNull()

    api.isOffline = false
    conversation.retry(conversation.store.snapshot().keys[1] ?? '', 'basic')
    await settle()
    replies[0]?.chunk('Come in.')
    replies[0]?.complete()
    await settle()
    expect(shown(conversation)).toEqual([opening, 'user: Hello', 'character: Come in.'])
    const [first, second] = postsOf()
    expect(second).toEqual(first)
    expect(chat.messages.filter((message) => message.isUser)).toHaveLength(1)
  })

  test('in the stream marks both messages and shows its sentence at the message alone', async () => {
    const conversation = await start()
    conversation.send('Hello', 'standard')
    await settle()
    replies[0]?.fail('The model is not answering.')
    await settle()
    expect(shown(conversation)).toEqual([opening, 'user: Hello (failed)', 'character:  (failed)'])
    const [, key = ''] = conversation.store.snapshot().keys
    expect(conversation.store.item(key)?.failure).toBe('The model is not answering.')
    expect(toasts.current()).toBeNull()
    conversation.retry(conversation.store.snapshot().keys[1] ?? '', 'standard')
    await settle()
    expect(shown(conversation)).toEqual([opening, 'user: Hello', 'character:  (pending)'])
    expect(conversation.store.item(key)?.failure).toBeNull()
    expect(new Set(postsOf().map((post) => post.clientMessageId)).size).toBe(1)
  })

  test('after some words ends the announcement', async () => {
    const conversation = await start()
    conversation.send('Hello', 'standard')
    await settle()
    replies[0]?.chunk('Come in. ')
    replies[0]?.fail('The model is not answering.')
    await settle()
    expect(events.onReplyText).toHaveBeenLastCalledWith('', true)
  })

  test('after some text shows it as interrupted', async () => {
    const conversation = await start()
    conversation.send('Hello', 'standard')
    await settle()
    replies[0]?.chunk('Come')
    replies[0]?.breakOff()
    await settle()
    expect(shown(conversation)).toEqual([opening, 'user: Hello', 'character: Come (broken_off)'])
    expect(toasts.current()).toBeNull()
  })

  test('response of the server shows its sentence', async () => {
    const conversation = await start()
    api.failNext(`POST /api/chats/${chat.characterId}/stream`, 429, {
      message: 'Slow down a little.',
      code: 'too_many',
    })
    conversation.send('Hello', 'standard')
    await settle()
    const [, key = ''] = conversation.store.snapshot().keys
    expect(conversation.store.item(key)).toMatchObject({ status: 'failed', failure: 'Slow down a little.' })
  })

  test('before a reload loses no message', async () => {
    const conversation = await start()
    api.isOffline = true
    conversation.send('Hello', 'standard')
    await settle()
    conversation.close()
    api.isOffline = false
    const again = await start()
    expect(shown(again)).toEqual([opening, 'user: Hello (failed)'])
    again.retry(again.store.snapshot().keys[1] ?? '', 'standard')
    await settle()
    expect(new Set(postsOf().map((post) => post.clientMessageId)).size).toBe(1)
    expect(outbox.list(chat.session.id)).toEqual([])
  })
})

describe('a message sent during a reply', () => {
  test('waits for its end, one at a time, and is sent then', async () => {
    const conversation = await start()
    conversation.send('Hello', 'standard')
    conversation.send('And breakfast?', 'basic')
    conversation.send('And lunch?', 'basic')
    await settle()
    expect(shown(conversation)).toEqual([
      opening,
      'user: Hello',
      'character:  (pending)',
      'user: And breakfast? (waiting)',
    ])
    expect(postsOf()).toHaveLength(1)
    replies[0]?.chunk('Come in.')
    replies[0]?.complete()
    await settle()
    expect(postsOf()[1]).toMatchObject({ content: 'And breakfast?', model: 'basic' })
    replies[1]?.chunk('At six.')
    replies[1]?.complete()
    await settle()
    expect(shown(conversation)).toEqual([
      opening,
      'user: Hello',
      'character: Come in.',
      'user: And breakfast?',
      'character: At six.',
    ])
    expect(conversation.store.snapshot()).toMatchObject({ phase: 'idle', hasWaiting: false })
  })

  test('can be cancelled, which returns its text', async () => {
    const conversation = await start()
    conversation.send('Hello', 'standard')
    conversation.send('And breakfast?', 'standard')
    await settle()
    const key = conversation.store.snapshot().keys.at(-1)!
    expect(conversation.cancelWaiting(key)).toBe('And breakfast?')
    replies[0]?.complete()
    await settle()
    expect(postsOf()).toHaveLength(1)
    expect(conversation.cancelWaiting(key)).toBeNull()
  })

  test('of another tab waits below that reply, although the server refused it', async () => {
    const conversation = await start()
    const other = api.startReply(chat, 'From the other tab', 'other-key')
    other.chunk('To the ')
    conversation.send('Hello', 'standard')
    await settle()
    expect(shown(conversation)).toEqual([
      opening,
      'user: From the other tab',
      'character: To the  (streaming)',
      'user: Hello (waiting)',
    ])
    expect(outbox.list(chat.session.id)).toEqual([])
    other.chunk('other tab.')
    other.complete()
    await settle()
    replies.at(-1)?.chunk('Come in.')
    replies.at(-1)?.complete()
    await settle()
    expect(shown(conversation).slice(2)).toEqual(['character: To the other tab.', 'user: Hello', 'character: Come in.'])
    expect(new Set(postsOf().map((post) => post.clientMessageId)).size).toBe(1)
    expect(toasts.current()).toBeNull()
  })

  test('survives a reload and is sent at the end of the reply, or at once after it', async () => {
    const conversation = await start()
    conversation.send('Hello', 'standard')
    conversation.send('And breakfast?', 'standard')
    await settle()
    conversation.close()
    const again = await start()
    expect(shown(again).at(-1)).toBe('user: And breakfast? (waiting)')
    again.close()
    replies[0]?.complete()
    await start()
    expect(postsOf().at(-1)).toMatchObject({ content: 'And breakfast?' })
    expect(postsOf()).toHaveLength(2)
  })

  test('fails after repeated refusals without a reply to follow', async () => {
    const conversation = await start()
    const refusal = { message: 'A reply is already under way in this chat.', code: 'reply_under_way' }
    for (let count = 0; count < 4; count += 1) api.failNext(`POST /api/chats/${chat.characterId}/stream`, 409, refusal)
    conversation.send('Hello', 'standard')
    await settle()
    expect(shown(conversation)).toContain('user: Hello (failed)')
    expect(postsOf()).toHaveLength(4)
  })

  test('refuses a reroll, and follows the reply of the other tab', async () => {
    api = new FakeChatApi()
    vi.stubGlobal('fetch', api.fetch)
    chat = api.addChat(api.addCharacter().id, ['Hello', 'Come in.'])
    const conversation = await start()
    const other = api.startReply(chat, 'From the other tab', 'other-key')
    other.chunk('Not yet.')
    conversation.reroll('standard')
    await settle()
    expect(toasts.current()).toMatchObject({ title: 'A reply is being written', destructive: false })
    expect(shown(conversation)).toEqual([
      opening,
      'user: Hello',
      'character: Come in.',
      'user: From the other tab',
      'character: Not yet. (streaming)',
    ])
    other.complete()
    await settle()
    expect(conversation.store.snapshot().phase).toBe('idle')
  })
})

describe('a refusal', () => {
  test('removes both messages and returns the text and the upgrade URL', async () => {
    const conversation = await start()
    api.user = { ...api.user!, rubies: 2 }
    conversation.send('Hello', 'standard')
    await settle()
    expect(shown(conversation)).toEqual([opening])
    expect(events.onDenied).toHaveBeenCalledWith(
      expect.objectContaining({
        error: 'Insufficient Rubies: You need 3 rubies to use the MythoMist 7B model.',
        upgradeUrl: '/ruby-shop',
      }),
      'Hello'
    )
    expect(outbox.list(chat.session.id)).toEqual([])
    expect(conversation.store.snapshot().phase).toBe('idle')
  })
})

describe('stopping', () => {
  test('keeps the text so far', async () => {
    const conversation = await start()
    conversation.send('Hello', 'standard')
    await settle()
    replies[0]?.chunk('Come')
    await conversation.stop()
    await settle()
    expect(shown(conversation)).toEqual([opening, 'user: Hello', 'character: Come (stopped)'])
  })

  test('before the first word leaves the message without a reply', async () => {
    const conversation = await start()
    conversation.send('Hello', 'standard')
    await settle()
    await conversation.stop()
    await settle()
    expect(shown(conversation)).toEqual([opening, 'user: Hello'])
    expect(toasts.current()).toBeNull()
  })

  test('can be repeated after a failed call', async () => {
    const conversation = await start()
    conversation.send('Hello', 'standard')
    await settle()
    api.failNext(`POST /api/chats/${chat.characterId}/stop`, 503)
    await conversation.stop()
    expect(conversation.store.snapshot().phase).toBe('replying')
    await conversation.stop()
    await settle()
    expect(conversation.store.snapshot().phase).toBe('idle')
  })
})

describe('a lost connection', () => {
  test('during a reply joins it again and repeats nothing', async () => {
    const conversation = await start()
    conversation.send('Hello', 'standard')
    await settle()
    replies[0]?.chunk('Come ')
    await settle()
    replies[0]?.loseConnections()
    await settle()
    expect(conversation.store.snapshot().phase).toBe('reconnecting')
    if (replies[0]) replies[0].text += 'in, '
    await vi.advanceTimersByTimeAsync(500)
    expect(shown(conversation)).toEqual([opening, 'user: Hello', 'character: Come in,  (streaming)'])
    replies[0]?.chunk('quick.')
    replies[0]?.complete()
    await settle()
    expect(shown(conversation)).toEqual([opening, 'user: Hello', 'character: Come in, quick.'])
    expect(postsOf()).toHaveLength(1)
  })

  test('without a response times out, and Retry reuses the key', async () => {
    const conversation = await start()
    vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
      path.endsWith('/stream') && init.method === 'POST'
        ? new Promise((_, reject) => init.signal?.addEventListener('abort', () => reject(new Error('Aborted'))))
        : api.fetch(path, init)
    )
    conversation.send('Hello', 'standard')
    await vi.advanceTimersByTimeAsync(39_000)
    expect(conversation.store.snapshot().phase).toBe('replying')
    await vi.advanceTimersByTimeAsync(1_500)
    expect(conversation.store.snapshot().phase).toBe('idle')
    const [, key = ''] = conversation.store.snapshot().keys
    expect(conversation.store.item(key)?.status).toBe('failed')
    vi.stubGlobal('fetch', api.fetch)
    conversation.retry(key, 'standard')
    await settle()
    expect(postsOf()).toHaveLength(1)
    expect(shown(conversation)).toEqual([opening, 'user: Hello', 'character:  (pending)'])
  })

  test('that is silent times out and joins the reply again', async () => {
    const conversation = await start()
    conversation.send('Hello', 'standard')
    await settle()
    replies[0]?.chunk('Come ')
    await vi.advanceTimersByTimeAsync(39_000)
    expect(conversation.store.snapshot().phase).toBe('replying')
    await vi.advanceTimersByTimeAsync(1_500)
    expect(api.calls(`GET /api/chats/${chat.characterId}/stream`)).toHaveLength(1)
    replies[0]?.complete()
    await settle()
    expect(shown(conversation)).toEqual([opening, 'user: Hello', 'character: Come '])
  })

  test('forgets own changes, so that later ones elsewhere are news', async () => {
    api = new FakeChatApi()
    vi.stubGlobal('fetch', api.fetch)
    chat = api.addChat(api.addCharacter().id)
    const conversation = await start()
    const { store } = conversation
    const key = store.snapshot().keys[0]!
    const edited = { type: 'chat', what: 'message_edited', sessionId: chat.session.id, messageId: store.item(key)!.id! }
    expect(await conversation.edits.edit(key, 'Another opening.')).toBe(true)
    conversation.wake()
    expect(conversation.isNews(edited as UserEvent)).toBe(true)
  })

  test('reads nothing again for a step of a summary', async () => {
    const conversation = await start()
    const step: UserEvent = { type: 'chat', what: 'memory_changed', sessionId: conversation.sessionId }
    expect(conversation.isNews(step)).toBe(false)
    conversation.send('Hello', 'standard')
    await settle()
    expect(conversation.isNews(step)).toBe(false)
    replies[0]?.complete()
    await settle()
    expect(events.onStale).not.toHaveBeenCalled()
  })

  test('retries while offline', async () => {
    const conversation = await start()
    conversation.send('Hello', 'standard')
    await settle()
    replies[0]?.chunk('Come ')
    api.isOffline = true
    replies[0]?.loseConnections()
    await vi.advanceTimersByTimeAsync(2_000)
    api.isOffline = false
    await vi.advanceTimersByTimeAsync(8_000)
    replies[0]?.complete()
    await settle()
    expect(shown(conversation)).toEqual([opening, 'user: Hello', 'character: Come '])
  })

  test('past the end of the reply reads the saved messages', async () => {
    const conversation = await start()
    conversation.send('Hello', 'standard')
    await settle()
    replies[0]?.loseConnections()
    if (replies[0]) replies[0].text = 'Come in.'
    replies[0]?.complete()
    await vi.advanceTimersByTimeAsync(500)
    expect(shown(conversation)).toEqual([opening, 'user: Hello', 'character: Come in.'])
    expect(conversation.store.snapshot().phase).toBe('idle')
  })

  test('that lasts ends as a failure with Retry', async () => {
    const conversation = await start()
    conversation.send('Hello', 'standard')
    await settle()
    api.isOffline = true
    replies[0]?.loseConnections()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(shown(conversation)[1]).toBe('user: Hello (failed)')
    api.isOffline = false
    conversation.retry(conversation.store.snapshot().keys[1] ?? '', 'standard')
    await settle()
    replies[0]?.chunk('Come in.')
    replies[0]?.complete()
    await settle()
    expect(shown(conversation)).toEqual([opening, 'user: Hello', 'character: Come in.'])
    expect(replies).toHaveLength(1)
  })
})

describe('opening', () => {
  test('during a reply follows it', async () => {
    const reply = api.startReply(chat, 'Hello', 'a-key')
    reply.chunk('Come ')
    const conversation = await start()
    expect(shown(conversation)).toEqual([opening, 'user: Hello', 'character: Come  (streaming)'])
    expect(conversation.store.snapshot().phase).toBe('replying')
    reply.chunk('in.')
    reply.complete()
    await settle()
    expect(shown(conversation)).toEqual([opening, 'user: Hello', 'character: Come in.'])
  })

  test('twice, as strict mode does, shows the reply once', async () => {
    const reply = api.startReply(chat, 'Hello', 'a-key')
    reply.chunk('Come ')
    const conversation = await start()
    conversation.close()
    conversation.open()
    await settle()
    reply.complete()
    await settle()
    expect(shown(conversation)).toEqual([opening, 'user: Hello', 'character: Come '])
  })

  test('just after a reply reads the saved messages', async () => {
    const reply = api.startReply(chat, 'Hello', 'a-key')
    const data = await readChat(chat.characterId, { session: chat.session.id })
    reply.text = 'Come in.'
    reply.complete()
    const conversation = new Conversation(chat.characterId, data, events)
    open.push(conversation)
    conversation.open()
    await settle()
    expect(shown(conversation)).toEqual([opening, 'user: Hello', 'character: Come in.'])
  })

  test('shows a message without a reply, which can be retried under its key', async () => {
    api.startReply(chat, 'Hello', 'a-key').fail('No answer.')
    const conversation = await start()
    expect(shown(conversation)).toEqual([opening, 'user: Hello (unanswered)'])
    conversation.retry(conversation.store.snapshot().keys[1] ?? '', 'standard')
    await settle()
    expect(postsOf()[0]).toMatchObject({ clientMessageId: 'a-key', content: 'Hello', model: 'standard' })
    expect(shown(conversation)).toEqual([opening, 'user: Hello', 'character:  (pending)'])
  })

  test('offers a reply when the last answer is deleted, until it is restored', async () => {
    api = new FakeChatApi()
    vi.stubGlobal('fetch', api.fetch)
    chat = api.addChat(api.addCharacter().id)
    const reply = api.startReply(chat, 'Hello', 'a-key')
    reply.text = 'Come in.'
    reply.complete()
    const conversation = await start()
    const [, , answer = ''] = conversation.store.snapshot().keys
    void conversation.edits.delete(answer)
    await settle()
    expect(shown(conversation)).toEqual([opening, 'user: Hello (unanswered)'])
    toasts.current()?.action?.run()
    await settle()
    expect(shown(conversation)).toEqual([opening, 'user: Hello', 'character: Come in.'])
    void conversation.edits.delete(answer)
    await settle()
    conversation.retry(conversation.store.snapshot().keys[1] ?? '', 'standard')
    await settle()
    expect(postsOf().at(-1)).toMatchObject({ clientMessageId: 'a-key', content: 'Hello' })
    expect(shown(conversation)).toEqual([opening, 'user: Hello', 'character:  (pending)'])
  })

  test('loads older pages to the first message', async () => {
    for (let index = 0; index < 450; index += 1) {
      chat.messages.push(api.message(chat, { content: `m${index}`, isUser: index % 2 === 0 }))
    }
    const conversation = await start()
    expect(shown(conversation)).toHaveLength(200)
    await Promise.all([conversation.loadOlder(), conversation.loadOlder()])
    expect(shown(conversation)).toHaveLength(400)
    await conversation.loadOlder()
    expect(shown(conversation)).toHaveLength(451)
    expect(shown(conversation)[0]).toBe(opening)
    expect(conversation.store.snapshot().hasOlder).toBe(false)
  })
})

describe('a message that is not loaded', () => {
  beforeEach(() => {
    api = new FakeChatApi()
    vi.stubGlobal('fetch', api.fetch)
    chat = api.addChat(api.addCharacter().id)
    api.onReply = (reply) => void replies.push(reply)
  })
  const add = (count: number) => {
    for (let index = 0; index < count; index += 1)
      chat.messages.push(api.message(chat, { content: `m${index}`, isUser: index % 2 === 0 }))
  }
  const signal = new AbortController().signal
  /** The numbers of the messages that are shown, as ranges. */
  const ranges = ({ store }: Conversation) =>
    store
      .snapshot()
      .keys.map((key) => (key === gapKey ? '…' : (store.item(key)?.content ?? 'missing')))
      .filter(
        (text, at, all) =>
          at === 0 || at === all.length - 1 || text === '…' || all[at - 1] === '…' || all[at + 1] === '…'
      )
      .join(' ')
  const reads = () => api.requests.filter(({ method, path }) => method === 'GET' && /before|after|around/.test(path))

  test('is shown by one read, with the messages around it above the newest', async () => {
    add(5_000)
    const conversation = await start()
    await conversation.loadAround(chat.messages[301]!.id, signal)
    expect(ranges(conversation)).toBe('m200 m399 … m4800 m4999')
    expect(conversation.store.snapshot()).toMatchObject({ hasOlder: true, lastAnswer: null })
    expect(reads()).toHaveLength(1)
    // Another one replaces it.
    await conversation.loadAround(chat.messages[1_301]!.id, signal)
    expect(ranges(conversation)).toBe('m1200 m1399 … m4800 m4999')
    expect(reads()).toHaveLength(2)
  })

  test('has no gap below it when its page reaches the newest messages', async () => {
    add(1_000)
    const conversation = await start()
    await conversation.loadAround(chat.messages[750]!.id, signal)
    expect(ranges(conversation)).toBe('m649 m999')
  })

  test('gets later messages until the newest, and older ones', async () => {
    add(1_000)
    const conversation = await start()
    await conversation.loadAround(chat.messages[151]!.id, signal)
    expect(ranges(conversation)).toBe('m50 m249 … m800 m999')
    await Promise.all([conversation.loadNewer(), conversation.loadNewer()])
    expect(ranges(conversation)).toBe('m50 m449 … m800 m999')
    await conversation.loadNewer()
    expect(ranges(conversation)).toBe('m50 m649 … m800 m999')
    await conversation.loadNewer()
    expect(ranges(conversation)).toBe('m50 m999')
    await conversation.loadOlder()
    expect(shown(conversation)).toHaveLength(1_001)
  })

  test('stays while a reply is written at the end, and leaves when the user sends a message', async () => {
    add(1_000)
    const conversation = await start()
    conversation.send('Hello', 'standard')
    await settle()
    await conversation.loadAround(chat.messages[151]!.id, signal)
    replies[0]?.chunk('Come in.')
    replies[0]?.complete()
    await settle()
    expect(ranges(conversation)).toBe('m50 m249 … m800 Come in.')
    conversation.refresh(await readChat(chat.characterId, { session: chat.session.id }))
    expect(ranges(conversation)).toBe('m50 m249 … m800 Come in.')
    conversation.send('Again', 'standard')
    expect(ranges(conversation)).toBe('m800 ')
    expect(conversation.store.snapshot().hasOlder).toBe(true)
  })

  test('leaves when a newer one is shown', async () => {
    add(1_000)
    const conversation = await start()
    await conversation.loadAround(chat.messages[151]!.id, signal)
    expect(await conversation.loadAround(chat.messages[951]!.id, signal)).toBe(chat.messages[951]!.id)
    expect(ranges(conversation)).toBe('m800 m999')
  })

  test('keeps the gap when messages at its edges are deleted, restored and rewound', async () => {
    add(1_000)
    const conversation = await start()
    const { store } = conversation
    const keyOf = (content: string) => store.snapshot().keys.find((key) => store.item(key)?.content === content)!
    await conversation.loadAround(chat.messages[151]!.id, signal)
    await conversation.edits.delete(keyOf('m800'))
    expect(ranges(conversation)).toBe('m50 m249 … m801 m999')
    toasts.current()?.action?.run()
    await settle()
    expect(ranges(conversation)).toBe('m50 m249 … m800 m999')

    await conversation.edits.rewind(keyOf('m249'))
    expect(ranges(conversation)).toBe('m50 m249')
    toasts.current()?.action?.run()
    await settle()
    expect(ranges(conversation)).toBe('m50 m249 … m800 m999')
  })

  test('drops a page that arrives after another part was shown', async () => {
    add(3_000)
    const conversation = await start()
    await conversation.loadAround(chat.messages[501]!.id, signal)
    const pages = [conversation.loadOlder(), conversation.loadNewer()]
    await conversation.loadAround(chat.messages[1_501]!.id, signal)
    await Promise.all(pages)
    expect(ranges(conversation)).toBe('m1400 m1599 … m2800 m2999')
  })

  test('is reported when the chat no longer has it', async () => {
    add(300)
    const conversation = await start()
    expect(await conversation.loadAround('gone', signal)).toBeNull()
    expect(toasts.current()?.destructive).toBe(true)
    expect(shown(conversation)).toHaveLength(200)
  })
})

describe('without a network', () => {
  let isOnline = true
  beforeEach(() => {
    isOnline = false
    vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline)
  })
  const comeBack = async () => {
    isOnline = true
    window.dispatchEvent(new Event('online'))
    await settle()
  }
  const sent = () => api.calls(`POST /api/chats/${chat.characterId}/stream`)

  test('lets a message wait, also over a reload, and sends it once', async () => {
    const conversation = await start()
    conversation.send('Hello', 'standard')
    conversation.send('Are you there?', 'standard')
    expect(shown(conversation).at(-1)).toBe('user: Hello (waiting)')
    conversation.close()
    const reloaded = await start()
    expect(shown(reloaded).at(-1)).toBe('user: Hello (waiting)')
    expect(sent()).toHaveLength(0)
    await comeBack()
    await comeBack()
    expect(sent()).toHaveLength(1)
    replies[0]!.chunk('Hi')
    replies[0]!.complete()
    await settle()
    expect(shown(reloaded).slice(-2)).toEqual(['user: Hello', 'character: Hi'])
    expect(outbox.list(chat.session.id)).toEqual([])
  })

  test('sends a message again under the same key when the request failed', async () => {
    isOnline = true
    const conversation = await start()
    vi.stubGlobal('fetch', async () => {
      isOnline = false
      throw new TypeError('Failed to fetch')
    })
    conversation.send('Hello', 'standard')
    await settle()
    expect(shown(conversation).at(-1)).toBe('user: Hello (waiting)')
    const [kept] = outbox.list(chat.session.id)
    vi.stubGlobal('fetch', api.fetch)
    await comeBack()
    expect(sent()).toMatchObject([{ clientMessageId: kept!.clientMessageId }])
    replies[0]!.chunk('Hi')
    replies[0]!.complete()
    await settle()
    expect(shown(conversation).slice(-2)).toEqual(['user: Hello', 'character: Hi'])
  })

  test('forgets a waiting message that is canceled', async () => {
    const conversation = await start()
    conversation.send('Hello', 'standard')
    expect(conversation.cancelWaiting(conversation.store.snapshot().keys.at(-1)!)).toBe('Hello')
    await comeBack()
    expect(sent()).toHaveLength(0)
    expect(outbox.list(chat.session.id)).toEqual([])
  })
})
