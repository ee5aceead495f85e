import type { Character } from '#modules/gallery/api'
import { defaultScheduler, notifyManager } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { FakeChat, FakeReply } from './fake_api.ts'
import { FakeChatApi } from './fake_chat.ts'
import { holdAnswer } from './hold_call.ts'
import { hoursAgo } from './hours_ago.ts'
import { renderApp } from './render_app.tsx'
import { turns } from './turns.ts'
import { mockWindowWidth } from './window_width.ts'

let api: FakeChatApi
let mara: Character
beforeEach(() => {
  api = new FakeChatApi()
  mara = api.addCharacter({ name: 'Mara' })
})

const open = async (chat: FakeChat) => {
  const app = renderApp(api, `/chat/${mara.id}?session=${chat.session.id}`)
  await screen.findByRole('textbox', { name: 'Message Mara' })
  await waitFor(() => expect(api.listeners).toBe(1))
  return app
}
const list = () => screen.getByRole('region', { name: 'Messages' })
const items = () => within(list()).getAllByRole('listitem')
const replyEvent = (chat: FakeChat, messageId: string, state: 'running' | 'written' | 'failed' | 'stopped') =>
  ({
    type: 'reply',
    sessionId: chat.session.id,
    characterId: chat.characterId,
    messageId,
    kind: 'reply',
    state,
  }) as const
const setVisibility = (state: 'visible' | 'hidden') => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}

test('updates the balance in the top bar after changes elsewhere', async () => {
  await open(api.addChat(mara.id, ['Hello', 'Come in.']))
  act(() => api.broadcast({ type: 'balance', rubies: 1_234 }))
  expect(await within(screen.getByRole('banner')).findByText('1,234')).toBeTruthy()
})

test('streams a reply that another device requested', async () => {
  const chat = api.addChat(mara.id, ['Hello', 'Come in.'])
  await open(chat)
  const reply = api.startReply(chat, 'From the phone')
  act(() => api.broadcast(replyEvent(chat, 'to-be', 'running')))
  expect(await within(list()).findByText('From the phone')).toBeTruthy()
  act(() => reply.chunk('I see you.'))
  await waitFor(() => expect(items().at(-1)!.textContent).toContain('I see you.'))
  act(() => void reply.complete())
  await waitFor(() => expect(screen.queryByTestId('reply-cursor')).toBeNull())
  expect(items()).toHaveLength(5)
})

/** Makes the page refetch the chat, and holds the answer until the release. */
const slowRead = async (chat: FakeChat) => {
  const reads = () => api.calls(`GET /api/chats/${mara.id}`).length
  const before = reads()
  const release = holdAnswer(api, `/api/chats/${mara.id}?session=`)
  act(() => api.broadcast({ type: 'chat', sessionId: chat.session.id, what: 'rewound' }))
  await waitFor(() => expect(reads()).toBe(before + 1))
  return { release, rereads: () => reads() - before - 1 }
}

test('keeps a reply on the screen when an older read of the chat arrives after it', async () => {
  const chat = api.addChat(mara.id, ['Hello', 'Come in.'])
  const { user } = await open(chat)
  const { release, rereads } = await slowRead(chat)
  api.onReply = (reply) => {
    reply.chunk('Yes.')
    reply.complete()
  }
  await say(user, 'There?')
  await screen.findByRole('button', { name: /^Send for / })
  release()
  await waitFor(() => expect(rereads()).toBe(1))
  await turns()
  expect(items().map((item) => item.textContent)).toEqual([
    expect.any(String),
    expect.stringContaining('Hello'),
    expect.stringContaining('Come in.'),
    expect.stringContaining('There?'),
    expect.stringContaining('Yes.'),
  ])
})

test('keeps a reply on the screen when an older read has arrived, and is rendered only after it', async () => {
  const chat = api.addChat(mara.id, ['Hello', 'Come in.'])
  const { user } = await open(chat)
  const { release, rereads } = await slowRead(chat)
  const notifications: (() => void)[] = []
  notifyManager.setScheduler((notify) => void notifications.push(notify))
  onTestFinished(() => notifyManager.setScheduler(defaultScheduler))
  release()
  await waitFor(() => expect(notifications).not.toHaveLength(0))
  const releaseReread = holdAnswer(api, `/api/chats/${mara.id}?session=`)
  api.onReply = (reply) => {
    reply.chunk('Yes.')
    reply.complete()
  }
  await say(user, 'There?')
  await screen.findByRole('button', { name: /^Send for / })
  const assertShown = () => expect(items().at(-1)!.textContent).toContain('Yes.')
  assertShown()
  notifyManager.setScheduler(defaultScheduler)
  act(() => notifications.forEach((notify) => notify()))
  assertShown()
  expect(rereads()).toBe(1)
  releaseReread()
  await turns()
  assertShown()
  expect(items()).toHaveLength(5)
})

test('keeps a deletion on the screen when an older read of the chat arrives after it', async () => {
  const chat = api.addChat(mara.id, ['Hello', 'Come in.'])
  const { user } = await open(chat)
  const { release, rereads } = await slowRead(chat)
  await user.click(within(items().at(-1)!).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(rereads()).toBe(1))
  release()
  await turns()
  expect(items()).toHaveLength(2)
})

test('keeps a new title on the screen when an older read of the chat arrives after it', async () => {
  mockWindowWidth(1440)
  const chat = api.addChat(mara.id, ['Hello', 'Come in.'])
  const { user } = await open(chat)
  const { release, rereads } = await slowRead(chat)
  await user.click(screen.getByRole('button', { name: 'Name this chat' }))
  await user.type(await screen.findByRole('textbox', { name: 'Chat title' }), 'By the sea{Enter}')
  await waitFor(() => expect(rereads()).toBe(1))
  release()
  await turns()
  expect(screen.getByTitle('Rename chat').textContent).toBe('By the sea')
})

test('follows a deletion elsewhere, also when the chat is then as it was first read', async () => {
  const chat = api.addChat(mara.id, ['Hello', 'Come in.'])
  const { user } = await open(chat)
  const before = [...chat.messages]
  api.onReply = (reply) => void reply.complete()
  await say(user, 'There?')
  await screen.findByRole('button', { name: /^Send for / })
  await waitFor(() => expect(items()).toHaveLength(5))
  chat.messages = before
  act(() => api.broadcast({ type: 'chat', sessionId: chat.session.id, what: 'rewound' }))
  await waitFor(() => expect(items()).toHaveLength(3))
})

test('does not refetch after its own changes', { tags: '@long' }, async () => {
  const chat = api.addChat(mara.id, ['Hello', 'Come in.'])
  const { user } = await open(chat)
  let written: string | null = null
  api.onReply = (reply) => {
    queueMicrotask(() => {
      reply.chunk('Yes.')
      written = reply.complete().id
    })
  }
  await user.type(screen.getByRole('textbox', { name: 'Message Mara' }), 'There?{Enter}')
  await waitFor(() => expect(items()).toHaveLength(5))
  await screen.findByRole('button', { name: /^Send for / })
  const reads = () => api.calls(`GET /api/chats/${mara.id}`).length
  const before = reads()
  act(() => api.broadcast(replyEvent(chat, written!, 'written')))
  act(() => api.broadcast({ type: 'balance', rubies: 9 }))
  await within(screen.getByRole('banner')).findByText('9')
  expect(reads()).toBe(before)
})

/** Returns the number of calls for a list of chats, after a longer time than events are collected. Needs fake timers. */
const listReads = async () => {
  await act(() => vi.advanceTimersByTimeAsync(400))
  return api.calls('GET /api/chats').length
}
const say = async (user: Awaited<ReturnType<typeof open>>['user'], text: string) =>
  user.type(screen.getByRole('textbox', { name: 'Message Mara' }), `${text}{Enter}`)

test('updates the list of chats without a call for its own replies', { tags: '@long' }, async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  mockWindowWidth(1440)
  const chat = api.addChat(mara.id, ['Hello', 'Come in.'], hoursAgo(3))
  const other = api.addChat(mara.id, ['Later', 'Yes.'])
  const { user } = await open(chat)
  const links = () =>
    within(screen.getByRole('region', { name: 'Recent chats' }))
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')?.split('=')[1])
  await waitFor(() => expect(links()).toEqual([other.session.id, chat.session.id]))
  const before = await listReads()
  const replies: FakeReply[] = []
  api.onReply = (reply) => void replies.push(reply)
  await say(user, 'There?')
  await waitFor(() => expect(links()).toEqual([chat.session.id, other.session.id]))
  act(() => api.broadcast(replyEvent(chat, replies[0]!.messageId, 'running')))
  act(() => replies[0]!.chunk('Yes.'))
  const { id } = replies[0]!.complete()
  await screen.findByRole('button', { name: /^Send for / })
  act(() => api.broadcast(replyEvent(chat, id, 'written')))
  expect(await listReads()).toBe(before)
})

test.each(['written', 'failed', 'stopped'] as const)(
  'reads the list of chats once for a reply elsewhere: %s',
  async (state) => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    mockWindowWidth(1440)
    const other = api.addChat(mara.id, ['Later', 'Yes.'])
    await open(api.addChat(mara.id, ['Hello', 'Come in.']))
    const before = await listReads()
    act(() => api.broadcast(replyEvent(other, other.messages.at(-1)!.id, 'running')))
    expect(await listReads()).toBe(before)
    act(() => api.broadcast(replyEvent(other, other.messages.at(-1)!.id, state)))
    expect(await listReads()).toBe(before + 1)
  }
)

test('reads the list of chats once for a reroll', { tags: '@long' }, async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  mockWindowWidth(1440)
  const chat = api.addChat(mara.id, ['Hello', 'Come in.'])
  const { user } = await open(chat)
  const before = await listReads()
  api.onRewrite = (rewrite) => {
    queueMicrotask(() => {
      api.broadcast(replyEvent(chat, rewrite.messageId, 'running'))
      rewrite.chunk('Do come in.')
      rewrite.complete()
      api.broadcast(replyEvent(chat, rewrite.messageId, 'written'))
    })
  }
  await user.click(screen.getByRole('button', { name: /^Reroll/ }))
  await within(list()).findByText('Do come in.')
  expect(await listReads()).toBe(before + 1)
})

test('shows edits and deletions from elsewhere', async () => {
  const chat = api.addChat(mara.id, ['Hello', 'Come in.'])
  await open(chat)
  Object.assign(chat.messages[1]!, { content: 'Hello!!', editedAt: new Date().toISOString() })
  const tell = (what: 'message_edited' | 'message_deleted', messageId: string) =>
    act(() => api.broadcast({ type: 'chat', sessionId: chat.session.id, what, messageId }))
  tell('message_edited', chat.messages[1]!.id)
  await waitFor(() => expect(items()[1]!.textContent).toContain('Hello!!'))
  const [gone] = chat.messages.splice(1, 1)
  tell('message_deleted', gone!.id)
  await waitFor(() => expect(items()).toHaveLength(2))
})

test('reports a chat that was deleted elsewhere', async () => {
  const chat = api.addChat(mara.id, ['Hello', 'Come in.'])
  await open(chat)
  api.chats = []
  act(() => api.broadcast({ type: 'chat', sessionId: chat.session.id, what: 'chat_deleted' }))
  expect(await screen.findByRole('heading', { name: 'Chat not found' })).toBeTruthy()
})

test('shows a deleted character beside its messages as in lists: grey initials', async () => {
  const chat = api.addChat('gone', ['Hello', 'Come in.'])
  renderApp(api, `/chat/gone?session=${chat.session.id}`)
  const initials = await within(await screen.findByRole('region', { name: 'Messages' })).findByText('DC')
  expect(initials.parentElement?.className).toContain('grayscale')
})

test('announces a finished reply in another chat, with a link', async () => {
  const other = api.addChat(mara.id, ['Elsewhere', 'Here I am.'])
  const { user, address } = await open(api.addChat(mara.id, ['Hello', 'Come in.']))
  act(() => api.broadcast(replyEvent(other, other.messages.at(-1)!.id, 'written')))
  expect(await screen.findByText('Mara has replied')).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: 'Open' }))
  await waitFor(() => expect(address()).toBe(`/chat/${mara.id}?session=${other.session.id}`))
})

test('shows the news in the title of a hidden tab until it is visible', async () => {
  const chat = api.addChat(mara.id, ['Hello', 'Come in.'])
  await open(chat)
  setVisibility('hidden')
  act(() => api.broadcast(replyEvent(chat, 'some-message', 'written')))
  await waitFor(() => expect(document.title).toBe('(1) Mara · Facet'))
  setVisibility('visible')
  expect(document.title).toBe('Mara · Facet')
})

test('refetches everything after a gap', async () => {
  const chat = api.addChat(mara.id, ['Hello', 'Come in.'])
  await open(chat)
  chat.messages.push(
    api.message(chat, { content: 'While you were away', isUser: true }),
    api.message(chat, { content: 'I waited.' })
  )
  act(() => void window.dispatchEvent(new Event('online')))
  expect(await within(list()).findByText('I waited.')).toBeTruthy()
})

test('reopens a broken event stream and fetches what it missed', async () => {
  const chat = api.addChat(mara.id, ['Hello', 'Come in.'])
  await open(chat)
  chat.messages.push(api.message(chat, { content: 'I waited.' }))
  act(() => api.closeEventStreams())
  expect(await within(list()).findByText('I waited.')).toBeTruthy()
  expect(api.listeners).toBe(1)
})

test('rejoins a running reply after sleep', async () => {
  const chat = api.addChat(mara.id, ['Hello', 'Come in.'])
  const reply = api.startReply(chat, 'And?')
  reply.chunk('I ')
  await open(chat)
  await screen.findByTestId('reply-cursor')
  // Events sent during sleep never arrived.
  reply.text += 'went on '
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(items().at(-1)!.textContent).toContain('I went on'))
  act(() => reply.chunk('without you.'))
  act(() => void reply.complete())
  await waitFor(() => expect(items().at(-1)!.textContent).toContain('I went on without you.'))
  expect(items()).toHaveLength(5)
})
