import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { FakeApi, type FakeReply } from './fake_api.ts'
import { hoursAgo } from './hours_ago.ts'
import { renderApp } from './render_app.tsx'
import { mockWindowWidth } from './window_width.ts'

let api: FakeApi
let resizeTo: (widthPx: number) => void
beforeEach(() => {
  api = new FakeApi()
  resizeTo = mockWindowWidth(1440)
})

const sidebar = async () => within(await screen.findByRole('complementary', { name: 'Sidebar' }))
const menu = async () => within(await screen.findByRole('navigation', { name: 'Main' }))
const recentChats = async () => within(await (await sidebar()).findByRole('region', { name: 'Recent chats' }))
const linksOf = (place: { getAllByRole: (role: 'link') => HTMLElement[] }) =>
  place.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])

test('links to screens and highlights the current one', async () => {
  const { user } = renderApp(api, '/')
  expect(linksOf(await menu())).toEqual([
    ['Explore', '/'],
    ['Recent Chats', '/memory'],
    ['Library', '/library'],
    ['Top Up', '/ruby-shop'],
    ['Notifications', '/notifications'],
  ])
  const current = async () => (await menu()).getAllByRole('link', { current: 'page' }).map((link) => link.textContent)
  expect(await current()).toEqual(['Explore'])
  await user.click((await menu()).getByRole('link', { name: 'Notifications' }))
  await screen.findByRole('heading', { level: 1, name: 'Notifications' })
  expect(await current()).toEqual(['Notifications'])
  expect((await sidebar()).getByRole('link', { name: 'Create Character' }).getAttribute('href')).toBe(
    '/create-character'
  )
  expect((await sidebar()).getByRole('link', { name: 'Buy Rubies' }).getAttribute('href')).toBe('/ruby-shop')
})

test('leads to everything of the user by the library', async () => {
  renderApp(api, '/library')
  expect(linksOf(within(await screen.findByRole('list', { name: 'Library' })))).toEqual([
    ['Characters', '/?mine=true'],
    ['Statistics', '/statistics'],
    ['Lorebooks', '/lorebooks'],
    ['Personas', '/settings?tab=persona'],
    ['Pictures', '/library/pictures'],
    ['Collections', '/library/collections'],
    ['Import', '/import'],
  ])
})

test('shows admins one more link, highlighted on all admin screens', async () => {
  api.user = { ...api.user!, role: 'admin', isAdmin: true }
  for (const address of ['/admin', '/admin/audit', '/admin/codes', '/admin/outbox', '/admin/characters']) {
    const { unmount } = renderApp(api, address)
    const [current] = await waitFor(async () => (await menu()).getAllByRole('link', { current: 'page' }))
    expect(current?.textContent).toBe('Admin')
    unmount()
  }
})

test('lists the latest eight chats with picture, name, time and last message, linked to their chats', async () => {
  const eightDaysAgo = hoursAgo(24 * 8)
  for (let number = 1; number <= 9; number += 1) {
    const character = api.addCharacter({
      id: `c${number}`,
      name: `Mara ${number}`,
      avatar: `/pictures/mara-${number}.webp`,
    })
    const at = number === 8 ? eightDaysAgo : hoursAgo(number === 9 ? 0 : 24 * number)
    api.addChat(character.id, ['Hi', '*waves* Hello, {{user}}'], at)
  }
  renderApp(api, '/notifications')
  const list = await recentChats()
  await list.findByText('Mara 9')
  const links = list.getAllByRole('link')
  expect(links).toHaveLength(8)
  expect(links[0]?.textContent).toMatch(/^Mara 9\s+waves Hello, sam Just now$/)
  expect(links[0]?.getAttribute('href')).toBe(`/chat/c9?session=${api.chats[0]?.session.id}`)
  expect(links[0]?.querySelector('img')?.getAttribute('src')).toContain('/pictures/mara-9.webp')
  expect(list.getByText('6d ago')).toBeTruthy()
  expect(list.getByText(new Date(eightDaysAgo).toLocaleDateString())).toBeTruthy()
  expect(list.queryByText('Mara 1')).toBeNull()
})

test('marks a chat without its character as deleted and keeps it readable', async () => {
  const chat = api.addChat('gone', ['Hi', 'Hello'])
  renderApp(api, '/notifications')
  const link = await (await recentChats()).findByRole('link', { name: /Deleted Character/ })
  expect(within(link).getByText('DC')).toBeTruthy()
  expect(within(link).getByText('deleted')).toBeTruthy()
  expect(link.getAttribute('href')).toBe(`/chat/gone?session=${chat.session.id}`)
})

test('highlights the open chat', async () => {
  const mara = api.addCharacter({ name: 'Mara' })
  api.addChat(mara.id, ['Hi', 'Hello'])
  const chat = api.addChat(mara.id, ['Hi', 'Hello'])
  renderApp(api, `/chat/${mara.id}?session=${chat.session.id}`)
  const list = await recentChats()
  await list.findAllByRole('link', { name: /Mara/ })
  expect(list.getAllByRole('link').map((link) => link.getAttribute('aria-current'))).toEqual(['page', null])
})

test('shows skeletons while chats load and a message when there are none', async () => {
  renderApp(api, '/notifications')
  expect(await screen.findByText('Loading recent chats')).toBeTruthy()
  const list = await recentChats()
  expect(await list.findByText('No recent chats')).toBeTruthy()
  expect(list.getByText('Start a conversation with a character!')).toBeTruthy()
})

test('retries loading chats after a failure', async () => {
  api.addChat(api.addCharacter({ name: 'Mara' }).id, ['Hi', 'Hello'])
  api.failNext('GET /api/chats', 503, { message: 'The chats are resting.', code: 'unavailable' })
  const { user } = renderApp(api, '/notifications')
  const list = await recentChats()
  expect(await list.findByText('The chats are resting.')).toBeTruthy()
  await user.click(list.getByRole('button', { name: 'Try again' }))
  expect(await list.findByRole('link', { name: /Mara/ })).toBeTruthy()
})

test('lists a new chat once its first message is saved, before the reply ends', async () => {
  const mara = api.addCharacter({ name: 'Mara' })
  const replies: FakeReply[] = []
  api.onReply = (reply) => void replies.push(reply)
  const { user } = renderApp(api, `/chat/${mara.id}?new=true`)
  const list = await recentChats()
  await list.findByText('No recent chats')
  const field = await screen.findByRole('textbox', { name: 'Message Mara' })
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Model' }).textContent).toContain('MythoMist 7B'))
  await user.type(field, 'Hello{Enter}')
  expect(await list.findByRole('link', { name: /Mara/ })).toBeTruthy()
  expect(replies[0]?.hasEnded).toBe(false)
  const before = api.calls('GET /api/chats').length
  act(() => replies[0]?.chunk('Good evening.'))
  act(() => void replies[0]?.complete())
  await screen.findByRole('button', { name: /^Send for / })
  expect(api.calls('GET /api/chats').length).toBe(before)
})

test('removes a deleted chat', async () => {
  const mara = api.addCharacter({ name: 'Mara' })
  api.addChat(mara.id, ['Hi', 'Hello'])
  const { user } = renderApp(api, '/')
  const list = await recentChats()
  await list.findByRole('link', { name: /Mara/ })
  await user.click(screen.getByRole('link', { name: 'Mara' }))
  await user.click(await screen.findByRole('button', { name: /Delete chat/ }))
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(await list.findByText('No recent chats')).toBeTruthy()
})

test('collapses to a rail with tooltips, kept in a cookie for the server’s page', async () => {
  api.addChat(api.addCharacter({ name: 'Mara' }).id, ['Hi', 'Hello'])
  const { user } = renderApp(api, '/notifications')
  const chat = await (await recentChats()).findByRole('link', { name: /^Mara/ })
  const collapse = (await sidebar()).getByRole('button', { name: 'Collapse sidebar' })
  await user.click(collapse)
  expect((await menu()).getByRole('link', { name: 'Explore' }).title).toBe('Explore')
  expect(chat.title).toBe('Mara')
  expect(document.documentElement.dataset.sidebar).toBe('rail')
  expect(document.cookie).toContain('facet_sidebar=rail')
  expect(document.activeElement).toBe(collapse)
  await user.click((await sidebar()).getByRole('button', { name: 'Expand sidebar' }))
  expect((await menu()).getByRole('link', { name: 'Explore' }).title).toBe('')
  expect(document.cookie).not.toContain('facet_sidebar')
})

test('becomes a bottom bar on small screens and loads no chats', async () => {
  act(() => resizeTo(360))
  const { user, address } = renderApp(api, '/')
  expect(linksOf(await menu())).toEqual([
    ['Explore', '/'],
    ['Recent Chats', '/memory'],
    ['Library', '/library'],
    ['Notifications', '/notifications'],
  ])
  expect((await menu()).getByRole('link', { current: 'page' }).textContent).toBe('Explore')
  expect(screen.queryByRole('complementary', { name: 'Sidebar' })).toBeNull()
  await screen.findByText('No characters found')
  expect(api.calls('GET /api/chats')).toEqual([])
  await user.click((await menu()).getByRole('link', { name: 'Recent Chats' }))
  expect(address()).toBe('/memory')
})

test('hides the bottom bar in a chat on small screens', async () => {
  act(() => resizeTo(360))
  const mara = api.addCharacter({ name: 'Mara' })
  renderApp(api, `/chat/${mara.id}?new=true`)
  await screen.findByRole('textbox', { name: 'Message Mara' })
  expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull()
})

test('hides both bars from visitors', async () => {
  api.user = null
  renderApp(api, '/')
  await screen.findByRole('link', { name: 'Start Chatting' })
  expect(screen.queryByRole('complementary', { name: 'Sidebar' })).toBeNull()
  act(() => resizeTo(360))
  expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull()
})
