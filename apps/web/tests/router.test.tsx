import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { browser } from '../src/lib/browser.ts'
import { FakeApi } from './fake_api.ts'
import { renderApp } from './render_app.tsx'

const breaks = vi.hoisted(() => ({ now: false }))
vi.mock('../src/features/notices/screens/notifications_screen.tsx', async (importOriginal) => {
  const original = await importOriginal<typeof import('../src/features/notices/screens/notifications_screen.tsx')>()
  return {
    NotificationsScreen: (props: Parameters<typeof original.NotificationsScreen>[0]) => {
      if (breaks.now) throw new Error('It broke.')
      return original.NotificationsScreen(props)
    },
  }
})

let api: FakeApi
beforeEach(() => {
  api = new FakeApi()
  breaks.now = false
})

function scrollDownTo(y: number) {
  vi.stubGlobal('scrollY', y)
  fireEvent.scroll(window)
}

test('contains a crash to its screen', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  breaks.now = true
  const { goTo } = renderApp(api, '/notifications')
  expect(await screen.findByRole('heading', { name: 'Something went wrong' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy()
  await goTo('/memory')
  expect(await screen.findByRole('heading', { level: 1, name: 'Recent chats' })).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Something went wrong' })).toBeNull()
})

test('loads a page in full when the browser accepts no more entries', async () => {
  const leaveTo = vi.spyOn(browser, 'leaveTo').mockImplementation(() => {})
  const { user } = renderApp(api, '/')
  const chip = await screen.findByRole('link', { name: 'Anime' })
  vi.spyOn(window.history, 'pushState').mockImplementation(() => {
    throw new DOMException('Too many calls', 'SecurityError')
  })
  await user.click(screen.getAllByRole('link', { name: 'Library' })[0]!)
  expect(leaveTo.mock.calls).toEqual([['/library']])
  expect(chip.isConnected).toBe(true)
})

test('starts a new page at the top and restores the position on back', async () => {
  const scrollTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
  const { goTo } = renderApp(api, '/memory')
  await screen.findByText('No recent chats')
  scrollDownTo(700)
  scrollTo.mockClear()
  await goTo('/notifications')
  await screen.findByRole('heading', { level: 1, name: 'Notifications' })
  expect(scrollTo.mock.lastCall).toEqual([0, 0])
  scrollDownTo(40)
  await act(async () => window.history.back())
  await screen.findByRole('heading', { level: 1, name: 'Recent chats' })
  expect(scrollTo.mock.lastCall).toEqual([0, 700])
})

test('keeps the position when a filter changes', { tags: '@long' }, async () => {
  const { user } = renderApp(api, '/')
  const chip = await screen.findByRole('link', { name: 'Anime' })
  const scrollTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
  await user.click(chip)
  expect(window.location.search).toBe('?category=Anime')
  expect(scrollTo).not.toHaveBeenCalled()
})
