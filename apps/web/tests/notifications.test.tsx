import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { FakeApi } from './fake_api.ts'
import { renderApp } from './render_app.tsx'

let api: FakeApi
beforeEach(() => {
  api = new FakeApi()
})

const list = async () => within(await screen.findByRole('list', { name: 'Notifications' }))
const main = () => within(screen.getByRole('main'))

test('shows four samples of three kinds, and asks only for decisions about the user’s content', async () => {
  renderApp(api, '/notifications')
  const items = (await list()).getAllByRole('listitem')
  expect(items).toHaveLength(4)
  expect(items.map((item) => /^(Message|Gift|Update)/.exec(item.textContent ?? '')?.[0])).toEqual([
    'Message',
    'Gift',
    'Update',
    'Message',
  ])
  expect(document.title).toBe('Notifications · Facet')
  // The layout may open its event stream and read the announcements meanwhile.
  const asked = () =>
    api.requests.map(({ path }) => path).filter((path) => !/^\/api\/(events|announcements)$/.test(path))
  await waitFor(() => expect(asked()).toEqual(['/api/auth/user', '/api/statements?limit=50']))
})

test('changes nothing when marking all as read', async () => {
  const { user } = renderApp(api, '/notifications')
  const unread = (await list()).getAllByText('Unread').length
  expect(unread).toBeGreaterThan(0)
  expect(unread).toBeLessThan(4)
  await user.click(screen.getByRole('button', { name: 'Mark all as read' }))
  expect((await list()).getAllByText('Unread')).toHaveLength(unread)
  // The layout may load parts of its own meanwhile.
  expect(api.requests.filter(({ method, path }) => method !== 'GET' || path.includes('notifications'))).toEqual([])
})

test('links to home and to the settings', async () => {
  renderApp(api, '/notifications')
  await list()
  expect(main().getByRole('link', { name: 'Back to home' }).getAttribute('href')).toBe('/')
  expect(main().getByRole('link', { name: 'Notification settings' }).getAttribute('href')).toBe('/settings')
})
