import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { searchOverBar } from '../src/app/layouts/search_over_bar.tsx'
import { browser } from '../src/lib/browser.ts'
import { FakeApi } from './fake_api.ts'
import { renderApp } from './render_app.tsx'
import { mockWindowWidth } from './window_width.ts'

let api: FakeApi
beforeEach(() => {
  api = new FakeApi()
  vi.spyOn(browser, 'leaveTo').mockImplementation(() => {})
})

test('shows visitors the landing page with its links', async () => {
  api.user = null
  renderApp(api, '/')
  expect(await screen.findByRole('heading', { level: 1, name: 'Welcome to Facet' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Login' }).getAttribute('href')).toBe('/api/login')
  expect(screen.getByRole('link', { name: 'Start Chatting' }).getAttribute('href')).toBe('/api/login?mode=register')
  expect(screen.getByRole('link', { name: 'Create your account' }).getAttribute('href')).toBe(
    '/api/login?mode=register'
  )
  const features = within(screen.getByRole('region', { name: 'Meet a character, create your own, keep talking' }))
  expect(features.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)).toEqual([
    'AI Characters',
    'Create Characters',
    'Ruby System',
  ])
  expect(document.title).toBe('Facet')
})

test.each(['/chat/character-1?new=true', '/settings', '/nowhere'])(
  'shows visitors a 404 page at %s, with a way to sign in that leads back',
  async (address) => {
    api.user = null
    renderApp(api, address)
    expect(await screen.findByRole('heading', { name: '404 Page Not Found' })).toBeTruthy()
    const next = encodeURIComponent(address)
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe(`/api/login?next=${next}`)
  }
)

test('shows the 404 page for an unknown URL', async () => {
  renderApp(api, '/nowhere')
  expect(await screen.findByRole('heading', { name: '404 Page Not Found' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Sign in' })).toBeNull()
  expect(document.title).toBe('Page not found · Facet')
})

test('shows a spinner until the session is known', async () => {
  renderApp(api, '/')
  expect(screen.getByRole('status').textContent).toBe('Loading')
  expect(await screen.findByRole('heading', { name: 'Discover characters' })).toBeTruthy()
})

test('shows the balance in the top bar and the user in the account menu', async () => {
  const { user } = renderApp(api, '/')
  const bar = within(await screen.findByRole('banner'))
  expect(await bar.findByText('50')).toBeTruthy()
  await user.click(await bar.findByRole('button', { name: 'Account menu' }))
  expect(await screen.findByText('Sam Doe')).toBeTruthy()
  expect(screen.getByText('sam@example.com')).toBeTruthy()
  await user.click(screen.getByRole('menuitem', { name: 'Log out' }))
  expect(browser.leaveTo).toHaveBeenCalledWith('/api/logout')
})

test('links the top bar and the account menu to their screens', async () => {
  const { user } = renderApp(api, '/memory')
  const bar = within(await screen.findByRole('banner'))
  expect((await bar.findByRole('link', { name: 'Discover' })).getAttribute('href')).toBe('/')
  expect(bar.getByRole('link', { name: 'Notifications' }).getAttribute('href')).toBe('/notifications')
  expect(bar.getByRole('link', { name: 'Create' }).getAttribute('href')).toBe('/create-character')
  expect(bar.getByRole('link', { name: 'Create Character' }).getAttribute('href')).toBe('/create-character')
  expect(bar.getByRole('link', { name: /^Balance:\s*50\s*rubies$/ }).getAttribute('href')).toBe('/ruby-shop')
  await user.click(await bar.findByRole('button', { name: 'Account menu' }))
  expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual([
    'Profile',
    'Settings',
    'Buy Rubies (50)',
    'Log out',
  ])
  expect(screen.getByRole('menuitem', { name: 'Settings' }).getAttribute('href')).toBe('/settings')
  expect(screen.getByRole('menuitem', { name: 'Buy Rubies (50)' }).getAttribute('href')).toBe('/ruby-shop')
})

test('logs the query of the top bar search and opens the gallery with it', async () => {
  const log = vi.spyOn(console, 'info').mockImplementation(() => {})
  api.addCharacter({ name: 'Mara' })
  api.addCharacter({ name: 'Brakka' })
  const { user, address } = renderApp(api, '/')
  await user.type(await screen.findByPlaceholderText('Search characters...'), 'brak{Enter}')
  expect(log).toHaveBeenCalledWith('Search:', 'brak')
  expect(address()).toBe('/?q=brak')
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Mara' })).toBeNull())
  expect(screen.getByRole('link', { name: 'Brakka' })).toBeTruthy()
  expect(screen.getByRole('combobox', { name: 'Search characters' })).toHaveProperty('value', 'brak')
})

test('finds public characters for visitors, and keeps their search when they register', async () => {
  vi.spyOn(console, 'info').mockImplementation(() => {})
  api.user = null
  const brakka = api.addCharacter({ name: 'Brakka' })
  const { user, address } = renderApp(api, '/')
  const field = await screen.findByPlaceholderText('Search characters...')
  await user.click(field)
  await user.paste('brak')
  const results = within(screen.getByRole('search', { name: 'Site' }))
  const found = await results.findByRole('link', { name: /^Brakka/ })
  const register = `/api/login?mode=register&next=${encodeURIComponent('/?q=brak')}`
  expect(results.getByRole('link', { name: 'Create an account to search everything' }).getAttribute('href')).toBe(
    register
  )
  await user.type(field, '{Enter}')
  expect(document.activeElement).toBe(found)
  await user.clear(field)
  await user.paste('nix')
  expect(await results.findByText('No public character matches.')).toBeTruthy()
  await user.clear(field)
  await user.paste('brak')
  await user.click(await results.findByRole('link', { name: /^Brakka/ }))
  expect(address()).toBe(`/share/${brakka.id}`)
})

test('opens the search of visitors by a button, and closes it by Escape or its button', async () => {
  api.user = null
  renderApp(api, '/nowhere')
  const bar = within(await screen.findByRole('banner'))
  const opener = bar.getByRole('button', { name: 'Search' })
  const field = bar.getByRole('searchbox', { name: 'Search characters' })
  const isOver = () => field.closest('form')!.className.includes(searchOverBar)
  expect(isOver()).toBe(false)
  fireEvent.click(opener)
  expect(isOver()).toBe(true)
  expect(document.activeElement).toBe(field)
  fireEvent.keyDown(field, { key: 'Escape' })
  expect(isOver()).toBe(false)
  expect(document.activeElement).toBe(opener)
  fireEvent.click(opener)
  fireEvent.click(bar.getByRole('button', { name: 'Close search' }))
  expect(isOver()).toBe(false)
  expect(document.activeElement).toBe(opener)
})

test('has one search box: in the gallery on phones, otherwise in the top bar', async () => {
  const setWidth = mockWindowWidth(360)
  const { user, goTo } = renderApp(api, '/?q=brak')
  const boxIn = (landmark: 'main' | 'banner', value: string) =>
    waitFor(() => {
      const box = screen.getByRole<HTMLInputElement>('combobox', { name: 'Search characters' })
      expect([screen.getByRole(landmark).contains(box), box.value]).toEqual([true, value])
      return box
    })
  const opener = () => within(screen.getByRole('banner')).queryByRole('button', { name: 'Search' })
  await boxIn('main', 'brak')
  expect(opener()).toBeNull()
  act(() => setWidth(640))
  await boxIn('banner', 'brak')
  act(() => setWidth(360))
  const box = await boxIn('main', 'brak')
  await user.clear(box)
  await user.type(box, 'mara{Enter}')
  await boxIn('main', 'mara')
  await goTo('/notifications')
  await boxIn('banner', '')
  expect(opener()).toBeTruthy()
})

test('reports an ended session and opens the sign-in page', async () => {
  const { user } = renderApp(api, '/')
  await screen.findByText('No characters found')
  api.failNext('GET /api/characters', 401, { message: 'Please sign in.', code: 'signed_out' })
  await user.click(screen.getByRole('link', { name: 'Anime' }))
  expect((await screen.findAllByText('You are logged out. Logging in again...')).length).toBeGreaterThan(0)
  await waitFor(() => expect(browser.leaveTo).toHaveBeenCalledWith(expect.stringMatching(/^\/api\/login\?next=/)))
})

test('moves to the content by the skip link', async () => {
  const { user } = renderApp(api, '/')
  await user.click(await screen.findByRole('link', { name: 'Skip to content' }))
  expect(document.activeElement).toBe(screen.getByRole('main'))
})
