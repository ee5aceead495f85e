import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { FakeGallery } from './fake_gallery.ts'
import { holdCall } from './hold_call.ts'
import { renderApp } from './render_app.tsx'

let api: FakeGallery
beforeEach(() => {
  api = new FakeGallery()
})

const names = () => screen.getAllByRole('article').map((card) => within(card).getByRole('heading').textContent)

test('shows twelve skeletons while characters load', async () => {
  renderApp(api, '/')
  expect(await screen.findAllByTestId('character-skeleton')).toHaveLength(12)
  await screen.findByText('No characters found')
})

test('shows name, likes, messages and initials on a card without a picture', async () => {
  api.addCharacter({ name: 'Mara Venn', likes: 12, messageCount: 1530 })
  renderApp(api, '/')
  const card = within(await screen.findByRole('article'))
  expect(card.getByText('MA')).toBeTruthy()
  expect(card.getByText('Fantasy')).toBeTruthy()
  expect(card.getByText('A lighthouse keeper who writes letters to ships.')).toBeTruthy()
  expect(card.getByText('12').textContent).toBe('12 likes')
  expect(card.getByText('1.5K').textContent).toBe('1.5K messages')
})

test('falls back to initials when a picture fails to load', async () => {
  api.addCharacter({ name: 'Mara Venn', avatar: '/pictures/gone.webp' })
  renderApp(api, '/')
  const picture = (await screen.findByRole('article')).querySelector('img')
  expect(picture?.getAttribute('referrerpolicy')).toBe('no-referrer')
  expect(screen.queryByText('MA')).toBeNull()
  picture?.dispatchEvent(new Event('error'))
  expect(await screen.findByText('MA')).toBeTruthy()
})

test('covers an adult character until adult content is enabled', async () => {
  api.addCharacter({ name: 'Night Rose', isNsfw: true, description: null })
  const { unmount } = renderApp(api, '/')
  expect(await screen.findByText('Adult Content')).toBeTruthy()
  expect(screen.getByText('Enable in Settings')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Night Rose' })).toBeNull()
  unmount()
  api.user = { ...api.user!, limitlessEnabled: true }
  renderApp(api, '/')
  expect(await screen.findByRole('button', { name: 'Night Rose' })).toBeTruthy()
  expect(screen.queryByText('Adult Content')).toBeNull()
})

test('links the cover of an adult character to the settings', async () => {
  api.addCharacter({ name: 'Night Rose', isNsfw: true, description: null })
  renderApp(api, '/')
  const link = await screen.findByRole('link', { name: 'Enable in Settings' })
  expect(link.getAttribute('href')).toBe('/settings')
})

test('links to creating a character', async () => {
  renderApp(api, '/')
  await screen.findByText('No characters found')
  const link = within(screen.getByRole('main')).getByRole('link', { name: 'Create Character' })
  expect(link.getAttribute('href')).toBe('/create-character')
})

test('lists the chips in order, with All first and selected', async () => {
  renderApp(api, '/')
  const row = within(await screen.findByRole('navigation', { name: 'Categories' })).getAllByRole('link')
  expect(row.map((chip) => chip.textContent).join(', ')).toBe(
    'All, Limitless, Anime, Fantasy, Romance, Adventure, Sci-Fi, Mystery, Furry, Gay, Lesbian, Femboy, Dominant, Submissive'
  )
  expect(row[0]?.getAttribute('aria-current')).toBe('true')
})

test('offers to reset a search without results', async () => {
  api.addCharacter({ name: 'Mara' })
  const { user, address } = renderApp(api, '/?q=nobody&category=Anime')
  await screen.findByRole('heading', { name: 'No characters found' })
  await user.click(screen.getByRole('link', { name: 'Show all characters' }))
  expect(await screen.findByRole('button', { name: 'Mara' })).toBeTruthy()
  expect(address()).toBe('/')
  expect(screen.getByRole('searchbox', { name: 'Search the gallery' })).toHaveProperty('value', '')
})

test('clears the search only by its button', async () => {
  api.addCharacter({ name: 'Mara' })
  api.addCharacter({ name: 'Hiro', category: 'Anime' })
  const { user, address } = renderApp(api, '/?q=nobody&category=Anime')
  await screen.findByRole('heading', { name: 'No characters found' })
  await user.click(screen.getByRole('button', { name: 'Clear search' }))
  await waitFor(() => expect(names()).toEqual(['Hiro']))
  expect(address()).toBe('/?category=Anime')
})

test('filters by a chip and marks it as selected', async () => {
  api.addCharacter({ name: 'Mara', category: 'Fantasy', tags: [] })
  api.addCharacter({ name: 'Hiro', category: 'Anime', tags: [] })
  const { user, address } = renderApp(api, '/?q=r')
  await screen.findByRole('button', { name: 'Mara' })
  await user.click(screen.getByRole('link', { name: 'Anime' }))
  await waitFor(() => expect(names()).toEqual(['Hiro']))
  expect(address()).toBe('/?q=r&category=Anime')
  expect(screen.getByRole('link', { name: 'Anime' }).getAttribute('aria-current')).toBe('true')
})

test('searches once, after a pause in typing', async () => {
  api.addCharacter({ name: 'Mara' })
  api.addCharacter({ name: 'Hiro' })
  const { user } = renderApp(api, '/')
  await screen.findByRole('button', { name: 'Mara' })
  const before = api.calls('GET /api/characters').length
  await user.type(screen.getByRole('searchbox', { name: 'Search the gallery' }), 'hiro')
  await waitFor(() => expect(names()).toEqual(['Hiro']))
  expect(api.calls('GET /api/characters').length).toBe(before + 1)
})

test('reports a failure and retries on Try again', async () => {
  api.addCharacter({ name: 'Mara' })
  api.failNext('GET /api/characters', 503, { message: 'The gallery is resting.', code: 'unavailable' })
  const { user } = renderApp(api, '/')
  expect(await screen.findByText('The gallery is resting.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: 'Mara' })).toBeTruthy()
})

test('follows the Link header to the last page, past a failure', async () => {
  for (let index = 0; index < 50; index += 1) api.addCharacter({ name: `Character ${index}` })
  const { user } = renderApp(api, '/')
  await screen.findByRole('button', { name: 'Character 0' })
  expect(names()).toHaveLength(24)
  api.failNext('GET /api/characters', 500)
  await user.click(screen.getByRole('button', { name: 'Load more' }))
  expect(await screen.findByText('Couldn’t load more characters.')).toBeTruthy()
  expect(names()).toHaveLength(24)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(names()).toHaveLength(48))
  await user.click(screen.getByRole('button', { name: 'Load more' }))
  await waitFor(() => expect(new Set(names()).size).toBe(50))
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
  expect(screen.getByText('That’s everyone.')).toBeTruthy()
  expect(screen.getByText('50 characters shown')).toBeTruthy()
})

test('requests the sort order and keeps it with the chips', async () => {
  api.addCharacter({ name: 'Mara' })
  const { user, address } = renderApp(api, '/?q=m')
  const sort = await screen.findByRole('combobox', { name: 'Sort by' })
  expect(
    within(sort)
      .getAllByRole('option')
      .map((option) => option.textContent)
  ).toEqual(['Popular', 'Newest', 'Name'])
  await screen.findByRole('button', { name: 'Mara' })
  await user.selectOptions(sort, 'Newest')
  expect(address()).toBe('/?q=m&sort=new')
  await waitFor(() => expect(api.requests.at(-1)?.path).toBe('/api/characters?limit=24&q=m&sort=new'))
  await user.click(screen.getByRole('link', { name: 'Anime' }))
  expect(address()).toBe('/?q=m&category=Anime&sort=new')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Popular')
  expect(address()).toBe('/?q=m&category=Anime')
})

test('falls back to the default for an unknown sort order', async () => {
  api.addCharacter({ name: 'Mara' })
  renderApp(api, '/?sort=height')
  await screen.findByRole('button', { name: 'Mara' })
  expect(screen.getByRole('combobox', { name: 'Sort by' })).toHaveProperty('value', 'popular')
})

test('keeps the typed text when an earlier search answers late', async () => {
  api.addCharacter({ name: 'Mara' })
  api.addCharacter({ name: 'Mari' })
  const release = holdCall(api, 'q=mar')
  const { user, address } = renderApp(api, '/')
  await screen.findByRole('button', { name: 'Mara' })
  const search = screen.getByRole('searchbox', { name: 'Search the gallery' })
  await user.type(search, 'mar')
  await waitFor(() => expect(address()).toBe('/?q=mar'))
  await user.type(search, 'i')
  expect(search).toHaveProperty('value', 'mari')
  await waitFor(() => expect(address()).toBe('/?q=mari'))
  release()
  await waitFor(() => expect(names()).toEqual(['Mari']))
  expect(search).toHaveProperty('value', 'mari')
})

test('does not apply an empty result to the next search', async () => {
  api.addCharacter({ name: 'Mara' })
  const release = holdCall(api, 'category=Fantasy')
  const { user } = renderApp(api, '/?q=nobody')
  await screen.findByText('No characters found')
  await user.click(screen.getByRole('button', { name: 'Clear search' }))
  await screen.findByRole('button', { name: 'Mara' })
  await user.click(screen.getByRole('link', { name: 'Anime' }))
  await screen.findByText('No characters found')
  await user.click(screen.getByRole('link', { name: 'Fantasy' }))
  expect(await screen.findAllByTestId('character-skeleton')).toHaveLength(12)
  expect(screen.queryByText('No characters found')).toBeNull()
  release()
  expect(await screen.findByRole('button', { name: 'Mara' })).toBeTruthy()
})

test('lets owners edit and delete from their cards, and others not', async () => {
  api.addCharacter({ name: 'Mara' })
  const own = api.addCharacter({ name: 'Own', createdBy: api.user!.id, isPublic: false })
  api.addCharacter({ name: 'Hiro' })
  const { user } = renderApp(api, '/')
  await screen.findByRole('button', { name: 'Own' })
  expect(screen.getByText('Private')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Delete Mara' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Edit Own' }).getAttribute('href')).toBe(`/edit-character/${own.id}`)
  await user.click(screen.getByRole('button', { name: 'Delete Own' }))
  const question = within(await screen.findByRole('alertdialog'))
  expect(question.getByText('Are you sure you want to delete Own? This action cannot be undone.')).toBeTruthy()
  await user.click(question.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(names()).toEqual(['Mara', 'Hiro']))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Hiro' })))
  expect(api.calls('GET /api/characters')).toHaveLength(1)
  expect(await screen.findByText('Character deleted', { selector: 'li *' })).toBeTruthy()
})

test('reports a failed deletion and keeps the card', async () => {
  const own = api.addCharacter({ name: 'Own', createdBy: api.user!.id })
  api.failNext(`DELETE /api/characters/${own.id}`, 500, null)
  const { user } = renderApp(api, '/')
  await user.click(await screen.findByRole('button', { name: 'Delete Own' }))
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Failed to delete character', { selector: 'li *' })).toBeTruthy()
  expect(names()).toEqual(['Own'])
})

test('lets owners see, edit and delete their adult character with adult content off', async () => {
  api.addCharacter({ name: 'Night Rose', isNsfw: true, createdBy: api.user!.id })
  renderApp(api, '/')
  expect(await screen.findByRole('link', { name: 'Edit Night Rose' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Delete Night Rose' })).toBeTruthy()
  expect(screen.queryByText('Adult Content')).toBeNull()
})
