import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { FakeChatApi } from './fake_chat.ts'
import { renderApp } from './render_app.tsx'

let api: FakeChatApi
beforeEach(() => {
  api = new FakeChatApi()
})

const main = () => within(screen.getByRole('main'))
const rows = async () => within(await screen.findByRole('region', { name: 'Today' })).getAllByRole('listitem')
const unreadRows = async () => (await rows()).filter((row) => within(row).queryByText('Unread'))

test('shows what happened, newest first, and marks what is tapped', async () => {
  api.notices.add({ title: 'Welcome', text: '50 rubies to begin with are in your account.', href: '/ruby-shop' })
  const comment = api.notices.add()
  const { user } = renderApp(api, '/notifications')
  expect((await rows()).map((row) => within(row).getByRole('heading').textContent)).toEqual([
    'Rob commented on Mara',
    'Welcome',
  ])
  expect(document.title).toBe('Notifications · Facet')
  const link = screen.getByRole('link', { name: 'Welcome' })
  expect(link.getAttribute('href')).toBe('/ruby-shop')
  await user.click(link)
  await waitFor(() => expect(document.title).toBe('Ruby shop · Facet'))
  expect(api.notices.notifications.map(({ id, isRead }) => [id, isRead])).toEqual([
    [comment.id, false],
    [expect.any(String), true],
  ])
})

test('marks what leads nowhere by its button', async () => {
  api.notices.add({ kind: 'announcement', title: 'Announcement', href: null })
  const { user } = renderApp(api, '/notifications')
  await user.click(await screen.findByRole('button', { name: 'Mark as read: Announcement' }))
  await waitFor(async () => expect(await unreadRows()).toHaveLength(0))
  expect(screen.queryByRole('button', { name: 'Mark as read: Announcement' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Announcement' })).toBeNull()
})

test('marks all that is shown, and keeps what failed', async () => {
  api.notices.add()
  api.notices.add()
  api.failNext('POST /api/notifications/read', 503)
  const { user } = renderApp(api, '/notifications')
  expect(await unreadRows()).toHaveLength(2)
  const all = screen.getByRole('button', { name: 'Mark all as read' })
  await user.click(all)
  expect(await screen.findByText('Something went wrong.')).toBeTruthy()
  expect(await unreadRows()).toHaveLength(2)
  await user.click(all)
  await waitFor(async () => expect(await unreadRows()).toHaveLength(0))
  expect(main().getByText('You have read everything.')).toBeTruthy()
  await user.click(all)
  expect(api.calls('POST /api/notifications/read')).toHaveLength(2)
})

test('tells the number of unread ones in every menu, and refetches an open list when it changes', async () => {
  api.notices.add()
  renderApp(api, '/notifications')
  await rows()
  await waitFor(() => expect(api.calls('GET /api/events')).toHaveLength(1))
  act(() => api.tellUnread(1))
  expect((await screen.findAllByRole('link', { name: /^Notifications\s*1 unread$/ })).length).toBeGreaterThan(1)
  api.notices.add({ title: 'Kim commented on Mara' })
  act(() => api.tellUnread(120))
  expect(await screen.findByText('Kim commented on Mara')).toBeTruthy()
  expect(screen.getAllByText('99+').length).toBeGreaterThan(0)
})

test('marks the finished replies of a chat that is opened, while it is in sight', async () => {
  const mara = api.addCharacter({ name: 'Mara' })
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  const { address } = renderApp(api, `/chat/${mara.id}?new=true`)
  await waitFor(() => expect(address()).toContain('?session='))
  const session = api.chats[0]!.session.id
  api.notices.add({ kind: 'reply_finished', title: 'Mara has replied', href: `/chat/mara?session=${session}` })
  api.notices.add()
  const call = `PUT /api/notifications/chats/${session}/read`
  await waitFor(() => expect(api.calls('GET /api/events')).toHaveLength(1))
  act(() => api.tellUnread(2))
  expect(api.calls(call)).toHaveLength(0)
  visibility.mockRestore()
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await waitFor(() => expect(api.notices.notifications.map(({ isRead }) => isRead)).toEqual([false, true]))
  expect(api.calls(call)).toHaveLength(1)
})

test('shows more on request', async () => {
  for (let count = 1; count <= 31; count++) api.notices.add({ title: `Comment ${count}` })
  const { user } = renderApp(api, '/notifications')
  expect(await rows()).toHaveLength(30)
  await user.click(screen.getByRole('button', { name: 'Show more' }))
  await waitFor(async () => expect(await rows()).toHaveLength(31))
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

test('says when nothing has happened yet', async () => {
  renderApp(api, '/notifications')
  expect(await screen.findByText('No Notifications Yet')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull()
})

test('offers to try again when the list can’t be loaded', async () => {
  api.failNext('GET /api/notifications', 503)
  const { user } = renderApp(api, '/notifications')
  expect(await screen.findByText('Couldn’t load your notifications')).toBeTruthy()
  api.notices.add()
  await user.click(main().getByRole('button', { name: 'Try again' }))
  expect(await rows()).toHaveLength(1)
})

test('links to home and to the settings', async () => {
  api.notices.add()
  renderApp(api, '/notifications')
  await rows()
  expect(main().getByRole('link', { name: 'Back to home' }).getAttribute('href')).toBe('/')
  const settings = main().getByRole('link', { name: 'Notification settings' })
  expect(settings.getAttribute('href')).toBe('/settings/notifications')
})

test('keeps a choice for each kind and way, and locks decisions in the app', async () => {
  const { user } = renderApp(api, '/settings/notifications')
  const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name })
  expect((await box('Comments: App')).checked).toBe(true)
  await user.click(await box('Comments: Mail'))
  await user.click(await box('Comments: App'))
  await waitFor(() => expect(api.notices.settings.comment).toEqual(['mail']))
  expect((await box('Comments: App')).checked).toBe(false)
  expect((await box('Decisions of moderators: App')).disabled).toBe(true)

  api.failNext('PUT /api/notifications/settings', 503)
  await user.click(await box('Likes: Push'))
  expect(await screen.findByText('Something went wrong.')).toBeTruthy()
  await waitFor(async () => expect((await box('Likes: Push')).checked).toBe(false))
})
