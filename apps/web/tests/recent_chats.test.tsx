import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { FakeApi } from './fake_api.ts'
import { FakeChatApi } from './fake_chat.ts'
import { hoursAgo } from './hours_ago.ts'
import { renderApp } from './render_app.tsx'

let api: FakeApi
beforeEach(() => {
  api = new FakeApi()
})

const rows = () =>
  within(screen.getByRole('main'))
    .getAllByRole('listitem')
    // Not the places.
    .filter((item) => !item.closest('nav'))
const toast = (title: string) => screen.findByText(title, { selector: 'li *' })

test('shows five skeleton rows while chats load', async () => {
  renderApp(api, '/memory')
  expect(await screen.findAllByTestId('chat-skeleton')).toHaveLength(5)
  await screen.findByText('No recent chats')
})

test('shows name, category, description and time, and continues a chat', async () => {
  const mara = api.addCharacter({ name: 'Mara', category: 'Romance', description: 'Keeps a lighthouse.' })
  const older = api.addChat(mara.id, ['Hi', 'An older hello'], hoursAgo(30))
  api.addChat(mara.id, ['Hi', 'Hello'], hoursAgo(2))
  const { user, address } = renderApp(api, '/memory')
  expect(await screen.findAllByRole('heading', { level: 2, name: 'Mara' })).toHaveLength(2)
  expect(document.title).toBe('Recent chats · Facet')
  const row = within(rows()[1]!)
  expect(row.getByText('MA')).toBeTruthy()
  expect(row.getByText(/^Romance/).textContent).toBe('Romance · 1d ago')
  expect(row.getByText('Keeps a lighthouse.')).toBeTruthy()
  expect(row.getByText('An older hello')).toBeTruthy()
  expect(row.getByRole('link', { name: 'Mara' }).getAttribute('href')).toBe(
    `/chat/${mara.id}?session=${older.session.id}`
  )
  await user.click(row.getByRole('link', { name: 'Continue chat with Mara' }))
  expect(address()).toBe(`/chat/${mara.id}?session=${older.session.id}`)
  expect(await screen.findByText('An older hello', { selector: '[aria-label="Messages"] *' })).toBeTruthy()
})

test('marks a chat without its character, which can only be deleted', async () => {
  api.addChat('gone', ['Hi', 'Hello'])
  const { user } = renderApp(api, '/memory')
  expect(await screen.findByRole('heading', { level: 2, name: 'Deleted Character' })).toBeTruthy()
  expect(screen.getByText('DC')).toBeTruthy()
  expect(screen.getByText('deleted')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Character Deleted' })).toHaveProperty('disabled', true)
  expect(screen.queryByRole('link', { name: /Continue/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Delete chat with Deleted Character' }))
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('No recent chats')).toBeTruthy()
})

test('asks before deleting, reports it and moves the focus', async () => {
  const mara = api.addCharacter({ name: 'Mara' })
  api.addChat(mara.id, ['Hi', 'Hello'])
  const hiro = api.addCharacter({ name: 'Hiro' })
  const chat = api.addChat(hiro.id, ['Hi', 'Hello'])
  const { user } = renderApp(api, '/memory')
  const button = await screen.findByRole('button', { name: 'Delete chat with Hiro' })
  await user.click(button)
  const question = await screen.findByRole('alertdialog')
  expect(question.textContent).toContain('Are you sure you want to delete this chat? This action cannot be undone.')
  await user.click(within(question).getByRole('button', { name: 'Cancel' }))
  expect(api.chats).toHaveLength(2)
  await waitFor(() => expect(document.activeElement).toBe(button))
  await user.click(button)
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(await toast('Chat deleted')).toBeTruthy()
  expect(await toast('The chat has been successfully deleted.')).toBeTruthy()
  expect(api.calls(`DELETE /api/chats/${chat.session.id}`)).toHaveLength(1)
  await waitFor(() => expect(screen.queryByText('Hiro')).toBeNull())
  expect(screen.getByRole('heading', { name: 'Mara' })).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
})

test('shows why a deletion failed and keeps the row', async () => {
  const chat = api.addChat(api.addCharacter({ name: 'Mara' }).id, ['Hi', 'Hello'])
  const { user } = renderApp(api, '/memory')
  await user.click(await screen.findByRole('button', { name: 'Delete chat with Mara' }))
  api.failNext(`DELETE /api/chats/${chat.session.id}`, 500, null)
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(await toast('Failed to delete chat')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Mara' })).toBeTruthy()
})

test('links to the gallery when there are no chats', async () => {
  const { user, address } = renderApp(api, '/memory')
  expect(await screen.findByText('Start a conversation with a character!')).toBeTruthy()
  await user.click(screen.getByRole('link', { name: 'Discover characters' }))
  expect(address()).toBe('/')
})

test('retries loading the list after a failure', async () => {
  api.addChat(api.addCharacter({ name: 'Mara' }).id, ['Hi', 'Hello'])
  api.failNext('GET /api/chats', 503, { message: 'The chats are resting.', code: 'unavailable' })
  const { user } = renderApp(api, '/memory')
  expect(await screen.findByText('The chats are resting.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'Mara' })).toBeTruthy()
})

test('shows visitors the 404 page', async () => {
  api.user = null
  renderApp(api, '/memory')
  expect(await screen.findByRole('heading', { name: '404 Page Not Found' })).toBeTruthy()
})

test('keeps the search in the URL and reports no results', { tags: '@long' }, async () => {
  const found = new FakeChatApi()
  const mara = found.addCharacter({ name: 'Mara' })
  found.addChat(mara.id, ['Hi', 'Hello']).session.title = 'The storm'
  found.addChat(mara.id, ['Hi', 'Hello'])
  const { user, address } = renderApp(found, '/memory')
  const search = await screen.findByRole('searchbox', { name: 'Search your chats' })
  await user.type(search, 'storm')
  await waitFor(() => expect(address()).toBe('/memory?q=storm'))
  await waitFor(() => expect(rows()).toHaveLength(1))
  expect(found.requests.filter(({ path }) => path.includes('q=')).length).toBeLessThan(5)
  await user.clear(search)
  await user.type(search, 'nobody')
  expect(await screen.findByRole('heading', { name: 'Nothing found' })).toBeTruthy()
  await user.click(screen.getByRole('link', { name: 'Show all chats' }))
  await waitFor(() => expect(rows()).toHaveLength(2))
  expect(address()).toBe('/memory')
})

test('keeps the focus when an empty search is cleared while all chats load', async () => {
  const own = new FakeChatApi()
  own.addChat(own.addCharacter({ name: 'Mara' }).id, ['Hi', 'Hello'])
  const { user, address } = renderApp(own, '/memory?q=nobody')
  await screen.findByRole('heading', { name: 'Nothing found' })
  await user.clear(screen.getByRole('searchbox', { name: 'Search your chats' }))
  await waitFor(() => expect(rows()).toHaveLength(1))
  expect(address()).toBe('/memory')
  expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Search your chats' }))
})

test('renames a chat in its row', async () => {
  const own = new FakeChatApi()
  const chat = own.addChat(own.addCharacter({ name: 'Mara' }).id, ['Hi', 'Hello'])
  const { user } = renderApp(own, '/memory')
  await user.click(await screen.findByRole('button', { name: 'Rename chat with Mara' }))
  await user.type(screen.getByRole('textbox', { name: 'Chat title' }), 'The storm{Enter}')
  expect(await within(rows()[0]!).findByText('The storm')).toBeTruthy()
  expect(chat.session.title).toBe('The storm')
})
