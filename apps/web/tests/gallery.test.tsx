import { chips, type Character, type Shelf } from '#modules/gallery/api'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { summaryOf } from './fake_answers.ts'
import { FakeGallery } from './fake_gallery.ts'
import { holdCall } from './hold_call.ts'
import { renderApp } from './render_app.tsx'

let api: FakeGallery
beforeEach(() => {
  api = new FakeGallery()
})

const searchBox = () => screen.getByRole('combobox', { name: 'Search characters' })
const names = () => screen.getAllByRole('article').map((card) => within(card).getByRole('heading').textContent)

test('shows twelve skeletons while characters load', async () => {
  renderApp(api, '/')
  expect(await screen.findAllByTestId('character-skeleton')).toHaveLength(12)
  await screen.findByText('No characters found')
})

test('shows name, creator, likes, messages and initials on a card without a picture', async () => {
  api.addCharacter({ name: 'Mara Venn', likes: 12, messageCount: 1530 })
  renderApp(api, '/')
  const card = within(await screen.findByRole('article'))
  expect(card.getByText('MA')).toBeTruthy()
  expect(card.getByText('Fantasy · by Ines')).toBeTruthy()
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
  expect(screen.queryByRole('link', { name: 'Night Rose' })).toBeNull()
  unmount()
  api.user = { ...api.user!, limitlessEnabled: true }
  renderApp(api, '/')
  expect(await screen.findByRole('link', { name: 'Night Rose' })).toBeTruthy()
  expect(screen.queryByText('Adult Content')).toBeNull()
})

test('links the cover of an adult character to the settings', async () => {
  api.addCharacter({ name: 'Night Rose', isNsfw: true, description: null })
  renderApp(api, '/')
  const link = await screen.findByRole('link', { name: 'Enable in Settings' })
  expect(link.getAttribute('href')).toBe('/settings/content')
})

test('links to creating a character', async () => {
  renderApp(api, '/')
  await screen.findByText('No characters found')
  const link = within(screen.getByRole('main')).getByRole('link', { name: 'Create Character' })
  expect(link.getAttribute('href')).toBe('/create-character')
})

test('lists the chips in the order of the server, with All first and selected, and dims empty ones', async () => {
  api.chips = [
    ...chips.map((chip) => (chip.value === 'Anime' ? { ...chip, isEmpty: true as const } : chip)),
    { label: 'Drama', value: 'Drama' },
  ]
  const { unmount } = renderApp(api, '/')
  const shownChips = async () =>
    (await within(await screen.findByRole('navigation', { name: 'Categories' })).findAllByRole('link')).map(
      (chip) => chip.textContent + (chip.getAttribute('aria-current') === 'true' ? ' (selected)' : '')
    )
  expect((await shownChips()).join('; ')).toBe(
    'All (selected); Limitless; Anime, no characters; Fantasy; Romance; Adventure; Sci-Fi; Mystery; Furry; Gay; Lesbian; Femboy; Dominant; Submissive; Drama'
  )
  unmount()
  api.failNext('GET /api/characters/chips', 500)
  renderApp(api, '/')
  expect((await shownChips()).slice(0, 3)).toEqual(['All (selected)', 'Limitless', 'Anime'])
})

test('offers to reset a search without results', async () => {
  api.addCharacter({ name: 'Mara' })
  const { user, address } = renderApp(api, '/?q=nobody&category=Anime')
  await screen.findByRole('heading', { name: 'No characters found' })
  expect(searchBox()).toHaveProperty('value', 'nobody')
  await user.click(screen.getByRole('link', { name: 'Show all characters' }))
  expect(await screen.findByRole('link', { name: 'Mara' })).toBeTruthy()
  expect(address()).toBe('/')
  expect(searchBox()).toHaveProperty('value', '')
})

test('clears only the search by the button of its field', async () => {
  api.addCharacter({ name: 'Mara' })
  api.addCharacter({ name: 'Hiro', category: 'Anime' })
  const { user, address } = renderApp(api, '/?q=nobody&category=Anime')
  await screen.findByRole('heading', { name: 'No characters found' })
  await user.click(screen.getByRole('button', { name: 'Clear search' }))
  await waitFor(() => expect(names()).toEqual(['Hiro']))
  expect(address()).toBe('/?category=Anime')
})

test('marks the text that a search has found', async () => {
  api.addCharacter({ name: 'Mara Venn' })
  api.addCharacter({ name: 'Hiro', tags: ['Nirvana'] })
  const { unmount } = renderApp(api, '/?q=AR')
  const card = await screen.findByRole('article')
  expect([...card.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['ar'])
  unmount()
  renderApp(api, '/?q=nirv')
  expect(within(await screen.findByRole('article')).getByText('Nirv').tagName).toBe('MARK')
})

test('suggests characters after a pause, chosen by the arrow keys', { tags: '@long' }, async () => {
  api.addCharacter({ name: 'Hiro' })
  const mara = api.addCharacter({ name: 'Mara' })
  const mari = api.addCharacter({ name: 'Mari' })
  const { user, address } = renderApp(api, '/memory')
  const field = await screen.findByRole('combobox', { name: 'Search characters' })
  await user.click(field)
  // Sets the texts at once, because typing on a slow machine takes longer than the pause before suggestions.
  for (const value of ['m', 'ma', 'mar']) fireEvent.change(field, { target: { value } })
  const list = within(await screen.findByRole('listbox', { name: 'Suggestions' }))
  await list.findByRole('option', { name: /^Mari/ })
  expect(api.requests.filter(({ path }) => path.includes('suggestions')).map(({ path }) => path)).toEqual([
    '/api/characters/suggestions?q=mar',
  ])
  expect(list.getAllByRole('option').map((option) => option.textContent)).toEqual([
    'MAMara Fantasy',
    'MAMari Fantasy',
    'Search for “mar”',
  ])
  const active = () => document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent ?? null
  expect(active()).toBeNull()
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(active()).toBe('MAMari Fantasy')
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(active()).toBeNull()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(field).toHaveProperty('value', 'mar')
  expect(field.getAttribute('aria-expanded')).toBe('false')
  await user.keyboard('{ArrowDown}')
  await screen.findByRole('listbox')
  await user.keyboard('{ArrowUp}{ArrowUp}{Enter}')
  await screen.findByRole('heading', { level: 1, name: 'Mari' })
  expect(address()).toBe(`/character/${mari.id}`)
  expect(screen.queryByRole('listbox')).toBeNull()
  await user.type(field, 'mar')
  await user.click(await screen.findByRole('option', { name: /^Mara/ }))
  await waitFor(() => expect(address()).toBe(`/character/${mara.id}`))
})

test('searches with Enter, from any screen and without the filters', async () => {
  api.addCharacter({ name: 'Mara' })
  api.addCharacter({ name: 'Hiro' })
  const { user, address } = renderApp(api, '/?category=Fantasy')
  await screen.findByRole('link', { name: 'Mara' })
  await user.type(searchBox(), ' hiro {Enter}')
  expect(address()).toBe('/?q=hiro')
  await waitFor(() => expect(names()).toEqual(['Hiro']))
  expect(searchBox()).toHaveProperty('value', 'hiro')
})

test('shows the suggestions for the latest text when an earlier call answers late', async () => {
  api.addCharacter({ name: 'Mara' })
  api.addCharacter({ name: 'Mari' })
  const release = holdCall(api, 'suggestions?q=mar')
  const { user } = renderApp(api, '/memory')
  const field = await screen.findByRole('combobox', { name: 'Search characters' })
  await user.type(field, 'mar')
  await waitFor(() => expect(api.requests.some(({ path }) => path.endsWith('q=mar'))).toBe(false))
  await user.type(field, 'i')
  release()
  expect(await screen.findByRole('option', { name: /^Mari/ })).toBeTruthy()
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(2))
  expect(field).toHaveProperty('value', 'mari')
})

test('has one tab stop for all chips, which the arrow keys move', async () => {
  const { user } = renderApp(api, '/')
  const chipsOf = () => within(screen.getByRole('navigation', { name: 'Categories' })).getAllByRole('link')
  const all = await within(await screen.findByRole('navigation', { name: 'Categories' })).findByRole('link', {
    name: 'All',
  })
  const stops = () => chipsOf().flatMap((chip) => (chip.tabIndex === 0 ? chip.textContent : []))
  expect(stops()).toEqual(['All'])
  act(() => all.focus())
  await user.keyboard('{ArrowRight}')
  const [, second] = chipsOf()
  expect(document.activeElement).toBe(second)
  expect(stops()).toEqual([second!.textContent])
  await user.keyboard('{ArrowLeft}{ArrowLeft}')
  expect(document.activeElement).toBe(chipsOf().at(-1))
  await user.keyboard('{Home}')
  expect(document.activeElement).toBe(all)
})

test('filters by a chip and marks it as selected', async () => {
  api.addCharacter({ name: 'Mara', category: 'Fantasy', tags: [] })
  api.addCharacter({ name: 'Hiro', category: 'Anime', tags: [] })
  const { user, address } = renderApp(api, '/?q=r')
  await screen.findByRole('link', { name: 'Mara' })
  await user.click(screen.getByRole('link', { name: 'Anime' }))
  await waitFor(() => expect(names()).toEqual(['Hiro']))
  expect(address()).toBe('/?q=r&category=Anime')
  expect(screen.getByRole('link', { name: 'Anime' }).getAttribute('aria-current')).toBe('true')
})

test('reports a failure and retries on Try again', async () => {
  api.addCharacter({ name: 'Mara' })
  api.failNext('GET /api/characters', 503, { message: 'The gallery is resting.', code: 'unavailable' })
  const { user } = renderApp(api, '/')
  expect(await screen.findByText('The gallery is resting.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('link', { name: 'Mara' })).toBeTruthy()
})

test('follows the Link header to the last page, past a failure', async () => {
  for (let index = 0; index < 50; index += 1) api.addCharacter({ name: `Character ${index}` })
  const { user } = renderApp(api, '/')
  await screen.findByRole('link', { name: 'Character 0' })
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
  expect(screen.getByText('You have seen everyone')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Create your own' }).getAttribute('href')).toBe('/create-character')
  expect(screen.getByText('50 characters shown')).toBeTruthy()
})

test('requests the sort order and keeps it with the chips', async () => {
  api.addCharacter({ name: 'Mara' })
  const { user, address } = renderApp(api, '/?q=m')
  await screen.findByRole('link', { name: 'Mara' })
  await user.click(screen.getByRole('button', { name: 'Sort by: Popular' }))
  const orders = await screen.findAllByRole('menuitemradio')
  expect(orders.map((order) => order.textContent)).toEqual(['Popular', 'Trending', 'Newest', 'Name'])
  await user.click(orders[2]!)
  expect(address()).toBe('/?q=m&sort=new')
  expect(screen.queryByRole('menu')).toBeNull()
  await waitFor(() => expect(api.requests.at(-1)?.path).toBe('/api/characters?limit=24&q=m&sort=new'))
  await user.click(screen.getByRole('link', { name: 'Anime' }))
  expect(address()).toBe('/?q=m&category=Anime&sort=new')
  await user.click(screen.getByRole('button', { name: 'Sort by: Newest' }))
  await user.click(await screen.findByRole('menuitemradio', { name: 'Popular' }))
  expect(address()).toBe('/?q=m&category=Anime')
})

test('falls back to the default for an unknown sort order', async () => {
  api.addCharacter({ name: 'Mara' })
  renderApp(api, '/?sort=height')
  expect(await screen.findByRole('button', { name: 'Sort by: Popular' })).toBeTruthy()
})

test('does not apply an empty result to the next search', async () => {
  api.addCharacter({ name: 'Mara' })
  const release = holdCall(api, 'category=Fantasy')
  const { user } = renderApp(api, '/?q=nobody')
  await screen.findByText('No characters found')
  await user.click(screen.getByRole('button', { name: 'Clear search' }))
  await screen.findByRole('link', { name: 'Mara' })
  await user.click(screen.getByRole('link', { name: 'Anime' }))
  await screen.findByText('No characters found')
  await user.click(screen.getByRole('link', { name: 'Fantasy' }))
  expect(await screen.findAllByTestId('character-skeleton')).toHaveLength(12)
  expect(screen.queryByText('No characters found')).toBeNull()
  release()
  expect(await screen.findByRole('link', { name: 'Mara' })).toBeTruthy()
})

test('lets only owners edit and delete from their cards', async () => {
  api.addCharacter({ name: 'Mara' })
  const own = api.addCharacter({ name: 'Own', createdBy: api.user!.id, isPublic: false })
  api.addCharacter({ name: 'Hiro' })
  const { user } = renderApp(api, '/')
  await screen.findByRole('link', { name: 'Own' })
  expect(screen.getByText('Private')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Delete Mara' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Edit Own' }).getAttribute('href')).toBe(`/edit-character/${own.id}`)
  await user.click(screen.getByRole('button', { name: 'Delete Own' }))
  const question = within(await screen.findByRole('alertdialog'))
  expect(question.getByText('Are you sure you want to delete Own? This action cannot be undone.')).toBeTruthy()
  await user.click(question.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delete Own' })))
  await user.keyboard('{Enter}')
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(names()).toEqual(['Mara', 'Hiro']))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Hiro' })))
  expect(api.calls('GET /api/characters')).toHaveLength(1)
  expect(await screen.findByText('Character deleted', { selector: 'li *' })).toBeTruthy()
})

test('reports a failed deletion and keeps the card', async () => {
  const own = api.addCharacter({ name: 'Own', createdBy: api.user!.id })
  api.failNext(`DELETE /api/characters/${own.id}`, 500, null)
  const { user } = renderApp(api, '/')
  await user.click(await screen.findByRole('button', { name: 'Delete Own' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Failed to delete character', { selector: 'li *' })).toBeTruthy()
  expect(names()).toEqual(['Own'])
})

test('lets owners see, edit and delete their adult character with adult content off', async () => {
  api.addCharacter({ name: 'Night Rose', isNsfw: true, createdBy: api.user!.id })
  renderApp(api, '/')
  expect(await screen.findByRole('button', { name: 'Delete Night Rose' })).toBeTruthy()
  expect(screen.queryByText('Adult Content')).toBeNull()
})

test('opens the chat selection on a plain click, and leaves other clicks to the browser', async () => {
  const mara = api.addCharacter({ name: 'Mara' })
  const { user, address } = renderApp(api, '/')
  const link = await screen.findByRole('link', { name: 'Mara' })
  expect(link.getAttribute('href')).toBe(`/character/${mara.id}`)
  // jsdom can't navigate.
  window.addEventListener('click', (event) => event.preventDefault(), { once: true })
  await user.keyboard('{Control>}')
  await user.click(link)
  await user.keyboard('{/Control}')
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.click(link)
  const modal = within(await screen.findByRole('dialog', { name: 'Mara' }))
  expect(modal.getByRole('link', { name: 'Sea' }).getAttribute('href')).toBe('/?tags=Sea')
  expect(address()).toBe('/')
})

test('shows how a character opens, its tags and a way into the chat on hover and on focus', async () => {
  const mara = api.addCharacter({ name: 'Mara' })
  const { user } = renderApp(api, '/')
  const card = within(await screen.findByRole('article'))
  expect(card.queryByRole('link', { name: 'Chat with Mara' })).toBeNull()
  await user.hover(card.getByRole('link', { name: 'Mara' }))
  expect(card.getByText('looks up from the lamp sam? Mara did not expect company.')).toBeTruthy()
  expect(card.getByRole('link', { name: 'Mystery' }).getAttribute('href')).toBe('/?tags=Mystery')
  await user.unhover(card.getByRole('link', { name: 'Mara' }))
  expect(card.queryByRole('link', { name: 'Chat with Mara' })).toBeNull()
  act(() => card.getByRole('link', { name: 'Mara' }).focus())
  expect(card.getByRole('link', { name: 'Chat with Mara' }).getAttribute('href')).toBe(`/chat/${mara.id}`)
  await user.tab()
  expect(document.activeElement?.textContent).toBe('Chat')
})

const shelf = (fields: Partial<Shelf>, characters: Character[]): Shelf => ({
  kind: 'mood',
  id: 'mood-sea',
  title: 'By the sea',
  about: null,
  query: 'tags=Sea',
  characters: characters.map(summaryOf),
  ...fields,
})

test('shows shelves above all characters, unless something is filtered', async () => {
  const all = ['Mara', 'Hiro', 'Brakka', 'Wenna'].map((name) => api.addCharacter({ name }))
  const chat = api.addChat(all[1]!.id, ['Hi'])
  const kept = { kind: 'continue', id: 'continue', title: 'Continue', query: null } as const
  api.shelves = [shelf({ ...kept, chats: { [all[1]!.id]: chat.session.id } }, all), shelf({}, all)]
  const { user, address } = renderApp(api, '/')
  const region = async (name: string) => within(await screen.findByRole('region', { name }))
  const first = await region('Continue')
  expect(first.queryByRole('link', { name: /^See all/ })).toBeNull()
  expect(first.getByRole('link', { name: 'Hiro' }).getAttribute('href')).toBe(
    `/chat/${all[1]!.id}?session=${chat.session.id}`
  )
  await user.click((await region('By the sea')).getByRole('link', { name: 'Wenna' }))
  await user.click(within(await screen.findByRole('dialog', { name: 'Wenna' })).getByRole('button', { name: 'Close' }))
  expect(screen.getByRole('heading', { name: 'All characters' })).toBeTruthy()
  await user.click((await region('By the sea')).getByRole('link', { name: 'See all of By the sea' }))
  expect(address()).toBe('/?tags=Sea')
  expect(await screen.findByRole('heading', { level: 1, name: 'Sea' })).toBeTruthy()
  expect(document.title).toBe('Sea · Facet')
  expect(screen.queryByRole('region', { name: 'By the sea' })).toBeNull()
})

test('shows the gallery without shelves when they can’t be loaded', async () => {
  api.addCharacter({ name: 'Mara' })
  api.failNext('GET /api/characters/shelves', 500)
  renderApp(api, '/')
  expect(await screen.findByRole('link', { name: 'Mara' })).toBeTruthy()
  expect(document.title).toBe('Discover · Facet')
})

test('filters by tags, without tags, own and liked characters, each with a chip that removes it', async () => {
  api.addCharacter({ name: 'Mara', tags: ['Sea', 'Cozy'] })
  api.addCharacter({ name: 'Hiro', tags: ['Sea'], createdBy: api.user!.id })
  api.addCharacter({ name: 'Brakka', tags: ['Noir'], liked: true })
  const { user, address } = renderApp(api, '/')
  await screen.findByRole('link', { name: 'Mara' })
  await user.click(screen.getByRole('button', { name: 'Filters' }))
  const panel = within(await screen.findByRole('dialog', { name: 'Filters' }))
  await user.click(await panel.findByRole('button', { name: 'Sea', pressed: false }))
  expect(address()).toBe('/?tags=Sea')
  await user.click(panel.getByRole('tab', { name: 'Without' }))
  await user.type(panel.getByRole('searchbox', { name: 'Find a tag' }), 'steampunk')
  await user.click(panel.getByRole('button', { name: 'Add “steampunk”' }))
  await user.click(panel.getByRole('button', { name: 'Cozy' }))
  expect(address()).toBe('/?tags=Sea&exclude=steampunk%2CCozy')
  // A tag can't be required and excluded at once.
  await user.click(panel.getByRole('button', { name: 'Sea' }))
  expect(address()).toBe('/?exclude=steampunk%2CCozy%2CSea')
  await user.click(panel.getByRole('button', { name: 'Sea' }))
  await user.click(panel.getByRole('button', { name: 'Mine' }))
  expect(address()).toBe('/?exclude=steampunk%2CCozy&mine=true')
  await user.click(panel.getByRole('button', { name: 'Show characters' }))
  await waitFor(() => expect(names()).toEqual(['Hiro']))
  expect(screen.getByRole('button', { name: 'Filters 3 active' })).toBeTruthy()

  const active = within(screen.getByRole('list', { name: 'Active filters' }))
  await user.click(active.getByRole('link', { name: /^Mine/ }))
  await waitFor(() => expect(names()).toEqual(['Hiro', 'Brakka']))
  expect(address()).toBe('/?exclude=steampunk%2CCozy')
  await user.click(active.getByRole('link', { name: 'Clear all' }))
  expect(address()).toBe('/')
  expect(screen.queryByRole('list', { name: 'Active filters' })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
})

test('refetches liked characters after a like', async () => {
  const mara = api.addCharacter({ name: 'Mara', liked: true })
  const { goTo } = renderApp(api, '/?liked=true')
  await screen.findByRole('link', { name: 'Mara' })
  mara.liked = false
  await goTo(`/character/${mara.id}`)
  await screen.findByRole('heading', { level: 1, name: 'Mara' })
  await goTo(-1)
  expect(await screen.findByText('No characters found')).toBeTruthy()
})

test('saves blocked tags for the account and lists characters without them', async () => {
  api.addCharacter({ name: 'Mara', tags: ['Sea'] })
  api.addCharacter({ name: 'Hiro', tags: ['Noir'] })
  const { user, address } = renderApp(api, '/')
  await screen.findByRole('link', { name: 'Mara' })
  await user.click(screen.getByRole('button', { name: 'Filters' }))
  const panel = within(await screen.findByRole('dialog', { name: 'Filters' }))
  await user.click(panel.getByRole('tab', { name: 'Blocked' }))
  await user.click(await panel.findByRole('button', { name: 'Sea', pressed: false }))
  expect(await panel.findByRole('button', { name: 'Sea', pressed: true })).toBeTruthy()
  await user.click(panel.getByRole('button', { name: 'Show characters' }))
  await waitFor(() => expect(names()).toEqual(['Hiro']))
  expect(api.blockedTags).toEqual(['Sea'])
  expect(address()).toBe('/')

  api.failNext('PUT /api/user/blocked-tags', 500, null)
  await user.click(screen.getByRole('button', { name: 'Filters' }))
  const again = within(await screen.findByRole('dialog', { name: 'Filters' }))
  await user.click(again.getByRole('tab', { name: 'Blocked' }))
  await user.click(await again.findByRole('button', { name: 'Sea', pressed: true }))
  expect(await screen.findByText('Failed to save blocked tags', { selector: 'li *' })).toBeTruthy()
  expect(await again.findByRole('button', { name: 'Sea', pressed: true })).toBeTruthy()
})

test('opens the page of a random character, and reports when there is none', async () => {
  const mara = api.addCharacter({ name: 'Mara' })
  const { user, address, goTo } = renderApp(api, '/')
  await screen.findByRole('link', { name: 'Mara' })
  await user.click(screen.getByRole('button', { name: 'Surprise me' }))
  await waitFor(() => expect(address()).toBe(`/character/${mara.id}`))
  api.failNext('GET /api/characters/surprise', 404)
  await goTo(-1)
  await user.click(await screen.findByRole('button', { name: 'Surprise me' }))
  expect(await screen.findByText('No characters found', { selector: 'li *' })).toBeTruthy()
})
