import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { FakeApi } from './fake_api.ts'
import { renderApp } from './render_app.tsx'

let api: FakeApi
beforeEach(() => {
  api = new FakeApi()
})

const main = () => within(screen.getByRole('main'))
const links = () =>
  within(main().getByRole('navigation', { name: 'Profile' }))
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')])

test('shows visitors the 404 page', async () => {
  api.user = null
  renderApp(api, '/profile')
  expect(await screen.findByRole('heading', { name: '404 Page Not Found' })).toBeTruthy()
})

test('shows the user’s name, balance and statistics', async () => {
  api.user = { ...api.user!, rubies: 1_250, stats: { messagesWritten: 1_234, charactersCreated: 2 } }
  renderApp(api, '/profile')
  expect(await screen.findByRole('heading', { level: 1, name: 'Sam Doe' })).toBeTruthy()
  expect(main().getByText('@sam')).toBeTruthy()
  expect(main().getByText('sam@example.com')).toBeTruthy()
  expect(
    main()
      .getByRole('link', { name: /^Balance:\s*1,250\s*rubies$/ })
      .getAttribute('href')
  ).toBe('/ruby-shop')
  const stats = main()
    .getAllByRole('term')
    .map((term) => [term.textContent, term.nextElementSibling?.textContent])
  expect(stats).toEqual([
    ['Messages written', '1,234'],
    ['Characters created', '2'],
    ['Member since', 'Nov 2026'],
  ])
  expect(document.title).toBe('Profile · Facet')
  expect(api.requests.filter(({ path }) => path === '/api/auth/user')).toHaveLength(1)
})

test('links to creating a character, the shop and the settings', async () => {
  renderApp(api, '/profile')
  await screen.findByRole('heading', { level: 1 })
  expect(links()).toEqual([
    ['Create Character', '/create-character'],
    ['Buy Rubies', '/ruby-shop'],
    ['Settings', '/settings'],
  ])
})

test('works for users without a name and a picture', async () => {
  api.user = { ...api.user!, firstName: null, lastName: null, username: null }
  renderApp(api, '/profile')
  expect(await screen.findByRole('heading', { level: 1, name: 'Your profile' })).toBeTruthy()
  expect(main().queryByText(/^@/)).toBeNull()
})
