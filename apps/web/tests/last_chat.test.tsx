import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { FakeApi } from './fake_api.ts'
import { holdCall } from './hold_call.ts'
import { hoursAgo } from './hours_ago.ts'
import { renderApp } from './render_app.tsx'

let api: FakeApi
beforeEach(() => {
  api = new FakeApi()
  api.user = { ...api.user!, firstName: 'Robin', stats: { messagesWritten: 1, charactersCreated: 0 } }
})

const title = 'Welcome back, Robin'
const greeting = () => screen.queryByRole('region', { name: title })
const gallery = () => screen.findByRole('article')

test('greets with the chat left open and its last line, and opens it', async () => {
  const [older, newest] = ['Mara', 'Noor'].map((name) => api.addCharacter({ name }))
  api.addChat(older!.id, ['Hi', 'Hello'], hoursAgo(30))
  const chat = api.addChat(newest!.id, ['Hi', '*waves* Good evening, {{user}}.'], hoursAgo(2))
  const { user, address } = renderApp(api, '/')
  const link = await screen.findByRole('link', { name: 'Continue with Noor' })
  const section = within(screen.getByRole('region', { name: title }))
  expect(section.getByRole('heading', { level: 2, name: title })).toBeTruthy()
  expect(section.getByText('waves Good evening, sam.')).toBeTruthy()
  expect(section.getByText('2h ago')).toBeTruthy()
  expect(section.queryByText(/Mara/)).toBeNull()
  await user.click(link)
  await screen.findByRole('textbox', { name: 'Message Noor' })
  expect(address()).toBe(`/chat/${newest!.id}?session=${chat.session.id}`)
})

test('greets a user without a name', async () => {
  api.user = { ...api.user!, firstName: null, username: null }
  api.addChat(api.addCharacter({ name: 'Mara' }).id, ['Hi', 'Hello'])
  renderApp(api, '/')
  expect(await screen.findByRole('region', { name: 'Welcome back' })).toBeTruthy()
})

test('keeps its place while the chat loads', async () => {
  api.addChat(api.addCharacter({ name: 'Mara' }).id, ['Hi', 'Hello'])
  const release = holdCall(api, '/api/chats/last')
  renderApp(api, '/')
  await gallery()
  expect(greeting()?.getAttribute('aria-busy')).toBe('true')
  act(release)
  await screen.findByRole('link', { name: 'Continue with Mara' })
  expect(greeting()?.getAttribute('aria-busy')).toBe('false')
})

test('shows nothing without a chat to continue, and when the call fails', async () => {
  api.addCharacter({ name: 'Mara' })
  const { unmount } = renderApp(api, '/')
  await gallery()
  await waitFor(() => expect(greeting()).toBeNull())
  unmount()
  api.addChat(api.characters[0]!.id, ['Hi', 'Hello'])
  api.failNext('GET /api/chats/last', 500)
  renderApp(api, '/')
  await gallery()
  await waitFor(() => expect(greeting()).toBeNull())
  expect(screen.queryByRole('alert')).toBeNull()
})

test('makes no call for new users, and isn’t above the results of a search', async () => {
  api.addChat(api.addCharacter({ name: 'Mara' }).id, ['Hi', 'Hello'])
  const { unmount } = renderApp(api, '/?q=mara')
  await gallery()
  expect(greeting()).toBeNull()
  unmount()
  api.user = { ...api.user!, stats: { messagesWritten: 0, charactersCreated: 0 } }
  renderApp(api, '/')
  await gallery()
  expect(greeting()).toBeNull()
  expect(api.calls('GET /api/chats/last')).toHaveLength(0)
})
