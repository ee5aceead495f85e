import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { FakeGallery } from './fake_gallery.ts'
import { renderApp } from './render_app.tsx'

let api: FakeGallery
beforeEach(() => {
  api = new FakeGallery()
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

test('links to creating characters, the library, the shop and the settings', async () => {
  renderApp(api, '/profile')
  await screen.findByRole('heading', { level: 1 })
  expect(links()).toEqual([
    ['Create Character', '/create-character'],
    ['Library', '/library'],
    ['Buy Rubies', '/ruby-shop'],
    ['Settings', '/settings'],
  ])
})

const listed = async (title: string) => {
  const section = within(await screen.findByRole('region', { name: title }))
  return {
    section,
    names: (await section.findAllByRole('article')).map((card) => within(card).getByRole('heading').textContent),
  }
}

test('shows own and liked characters with links to all of them', async () => {
  api.addCharacter({ name: 'Mara', createdBy: api.user!.id, isPublic: false })
  api.addCharacter({ name: 'Ines', liked: true })
  api.addCharacter({ name: 'Otto' })
  renderApp(api, '/profile')
  const own = await listed('Your characters')
  expect(own.names).toEqual(['Mara'])
  expect(own.section.getByText('Private')).toBeTruthy()
  expect(own.section.getByRole('link', { name: 'Show all: Your characters' }).getAttribute('href')).toBe('/?mine=true')
  const liked = await listed('Liked characters')
  expect(liked.names).toEqual(['Ines'])
  expect(liked.section.queryByRole('button')).toBeNull()
  expect(liked.section.getByRole('link', { name: 'Show all: Liked characters' }).getAttribute('href')).toBe(
    '/?liked=true'
  )
})

test('says where characters will appear when there are none', async () => {
  renderApp(api, '/profile')
  expect(await screen.findByText('No characters yet')).toBeTruthy()
  expect(await screen.findByText('No likes yet')).toBeTruthy()
  expect(main().queryByRole('link', { name: /^Show all/ })).toBeNull()
})

test('offers to reload characters that could not be loaded', async () => {
  api.failNext('GET /api/characters', 503)
  const { user } = renderApp(api, '/profile')
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('No characters yet')).toBeTruthy()
})

test('edits and deletes own characters from their cards', async () => {
  const mara = api.addCharacter({ name: 'Mara', createdBy: api.user!.id })
  const { user } = renderApp(api, '/profile')
  const edit = await screen.findByRole('link', { name: 'Edit Mara' })
  expect(edit.getAttribute('href')).toBe(`/edit-character/${mara.id}`)
  await user.click(screen.getByRole('button', { name: 'Delete Mara' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(api.characters).toEqual([]))
  expect(await screen.findByText('No characters yet')).toBeTruthy()
})

test('works for users without a name and a picture', async () => {
  api.user = { ...api.user!, firstName: null, lastName: null, username: null }
  renderApp(api, '/profile')
  expect(await screen.findByRole('heading', { level: 1, name: 'Your profile' })).toBeTruthy()
  expect(main().queryByText(/^@/)).toBeNull()
})
