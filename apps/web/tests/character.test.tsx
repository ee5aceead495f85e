import type { Character } from '#modules/gallery/api'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { browser } from '../src/lib/browser.ts'
import { FakeGallery, completeCharacter } from './fake_gallery.ts'
import { holdCall } from './hold_call.ts'
import { renderApp } from './render_app.tsx'

let api: FakeGallery
let mara: Character
beforeEach(() => {
  api = new FakeGallery()
  mara = api.addCharacter({ ...completeCharacter, name: 'Mara Venn' })
})

const open = async (id = mara.id) => {
  const app = renderApp(api, `/character/${id}`)
  await screen.findByRole('heading', { level: 1, name: api.characters.find((item) => item.id === id)!.name })
  return app
}
const like = () => screen.getByRole('button', { name: /^Like, / })
const toast = (text: string) => screen.findByText(text, { selector: 'li *' })

test('shows category, counts, tags and texts with names filled in', async () => {
  await open()
  expect(document.title).toBe('Mara Venn · Facet')
  expect(screen.getByRole('link', { name: 'Fantasy' }).getAttribute('href')).toBe('/?category=Fantasy')
  expect(screen.getByText('1,530 messages')).toBeTruthy()
  expect(like().textContent).toBe('Like, 12 likes')
  expect(screen.getByText('A lighthouse keeper who writes letters to ships.')).toBeTruthy()
  const tags = within(screen.getByRole('list', { name: 'Tags' })).getAllByRole('link')
  expect(tags.map((tag) => tag.getAttribute('href'))).toEqual(['/?tags=Mystery', '/?tags=Sea'])
  expect(within(screen.getByRole('region', { name: 'Backstory' })).getByText(/lit by her mother/)).toBeTruthy()
  expect(
    within(screen.getByRole('region', { name: 'Personality' })).getByText('Patient with sam, short with gulls.')
  ).toBeTruthy()
})

test('leaves out empty texts', async () => {
  const bare = api.addCharacter({ name: 'Bare', tags: [] })
  await open(bare.id)
  for (const name of ['Backstory', 'Personality']) expect(screen.queryByRole('heading', { name })).toBeNull()
  expect(screen.queryByRole('list', { name: 'Tags' })).toBeNull()
})

test('collapses a very long text', async () => {
  const long = api.addCharacter({ name: 'Long', backstory: 'And then. '.repeat(400) })
  const { user } = await open(long.id)
  const button = screen.getByRole('button', { name: 'Read more of the backstory' })
  expect(button.getAttribute('aria-expanded')).toBe('false')
  await user.click(button)
  expect(screen.getByRole('button', { name: 'Show less of the backstory' }).getAttribute('aria-expanded')).toBe('true')
})

test('links a tag to the gallery, where its chip can be removed', async () => {
  const { user, address } = await open()
  api.addCharacter({ name: 'Hiro', category: 'Anime', tags: [] })
  await user.click(screen.getByRole('link', { name: 'Sea' }))
  expect(address()).toBe('/?tags=Sea')
  const chip = await screen.findByRole('link', { name: 'Sea , remove' })
  expect(screen.queryByRole('link', { name: 'Hiro' })).toBeNull()
  await user.click(chip)
  expect(address()).toBe('/')
  expect(await screen.findByRole('link', { name: 'Hiro' })).toBeTruthy()
})

test('shows a like at once and the exact count after the answer', async () => {
  const { user } = await open()
  const release = holdCall(api, '/like')
  mara.likes = 40
  await user.click(like())
  expect(like().getAttribute('aria-pressed')).toBe('true')
  expect(like().textContent).toBe('Like, 13 likes')
  release()
  await waitFor(() => expect(like().textContent).toBe('Like, 41 likes'))
})

test('sends quick likes in order; the last one wins', async () => {
  const { user } = await open()
  const release = holdCall(api, '/like')
  for (let press = 0; press < 3; press += 1) await user.click(like())
  expect(like().getAttribute('aria-pressed')).toBe('true')
  release()
  await waitFor(() => expect(api.calls(`POST /api/characters/${mara.id}/like`)).toHaveLength(3))
  await waitFor(() => expect(mara.liked).toBe(true))
  expect(like().textContent).toBe('Like, 13 likes')
})

test('reverts a failed like and reports it', async () => {
  const { user } = await open()
  api.failNext(`POST /api/characters/${mara.id}/like`, 500, null)
  await user.click(like())
  expect(await toast('Failed to toggle like')).toBeTruthy()
  expect(await toast('Error')).toBeTruthy()
  await waitFor(() => expect(like().textContent).toBe('Like, 12 likes'))
  expect(like().getAttribute('aria-pressed')).toBe('false')
})

test('asks to log in when the session has ended before a like', async () => {
  vi.spyOn(browser, 'leaveTo').mockImplementation(() => {})
  const { user } = await open()
  api.failNext(`POST /api/characters/${mara.id}/like`, 401, { message: 'Please sign in.', code: 'signed_out' })
  await user.click(like())
  expect(await toast('Login Required')).toBeTruthy()
  expect(await toast('Please log in to like characters')).toBeTruthy()
  await waitFor(() => expect(browser.leaveTo).toHaveBeenCalledWith(`/api/login?next=%2Fcharacter%2F${mara.id}`))
  await waitFor(() => expect(like().getAttribute('aria-pressed')).toBe('false'))
})

test('updates the like count on the gallery card, too', async () => {
  const { user, goTo } = renderApp(api, '/')
  expect((await screen.findByRole('article')).textContent).toContain('12 likes')
  await goTo(`/character/${mara.id}`)
  await user.click(await screen.findByRole('button', { name: /^Like, / }))
  await waitFor(() => expect(mara.liked).toBe(true))
  await goTo('/')
  await waitFor(() => expect(screen.getByRole('article').textContent).toContain('13 likes'))
})

test('goes straight to a new chat from Start Chat when there are no chats', async () => {
  const { user, address } = await open()
  // Other chats are only in the sidebar, which reads the newest ones.
  expect(api.requests.filter(({ path }) => path.startsWith('/api/chats') && !path.includes('limit='))).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Start Chat' }))
  expect(await screen.findByRole('textbox', { name: 'Message Mara Venn' })).toBeTruthy()
  expect(address()).toMatch(new RegExp(`^/chat/${mara.id}\\?`))
})

test('offers existing chats from Start Chat', { tags: '@long' }, async () => {
  const chat = api.addChat(mara.id, ['Hi', 'Hello there'])
  const { user, address } = await open()
  await user.click(screen.getByRole('button', { name: 'Start Chat' }))
  const modal = within(await screen.findByRole('dialog', { name: 'Mara Venn' }))
  expect(modal.queryByRole('link', { name: 'View profile' })).toBeNull()
  await user.click(await modal.findByRole('link', { name: /Continue Chat/ }))
  await waitFor(() => expect(address()).toBe(`/chat/${mara.id}?session=${chat.session.id}`))
})

test('is reachable from the card through the chat selection', async () => {
  const { user, address, goTo } = renderApp(api, '/')
  await user.click(await screen.findByRole('link', { name: 'Mara Venn' }))
  const modal = within(await screen.findByRole('dialog'))
  const entries = window.history.length
  await user.click(modal.getByRole('link', { name: 'View profile' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Mara Venn' })).toBeTruthy()
  expect(address()).toBe(`/character/${mara.id}`)
  expect(screen.queryByRole('dialog')).toBeNull()
  // The page has replaced the history entry of the dialog.
  expect(window.history.length).toBe(entries)
  await goTo(-1)
  expect(await screen.findByRole('link', { name: 'Mara Venn' })).toBeTruthy()
  expect(address()).toBe('/')
})

test('offers edit and delete to the owner only', async () => {
  const { unmount } = await open()
  expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Delete/ })).toBeNull()
  unmount()
  const own = api.addCharacter({ name: 'Own', createdBy: api.user!.id, isPublic: false })
  await open(own.id)
  expect(screen.getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe(`/edit-character/${own.id}`)
  expect(screen.getByRole('button', { name: 'Delete Own' })).toBeTruthy()
  expect(screen.getByText('Private')).toBeTruthy()
})

test('asks before deleting, then shows the gallery without the character', { tags: '@long' }, async () => {
  const own = api.addCharacter({ name: 'Own', createdBy: api.user!.id })
  const { user, address, goTo } = renderApp(api, '/')
  await screen.findByRole('link', { name: 'Own' })
  await goTo(`/character/${own.id}`)
  const button = await screen.findByRole('button', { name: 'Delete Own' })
  await user.click(button)
  const question = within(await screen.findByRole('alertdialog'))
  expect(question.getByText('Are you sure you want to delete Own? This action cannot be undone.')).toBeTruthy()
  await user.click(question.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(document.activeElement).toBe(button))
  await user.click(button)
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(address()).toBe('/'))
  expect(await screen.findByRole('link', { name: 'Mara Venn' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Own' })).toBeNull()
  await goTo(-1)
  await goTo(`/character/${own.id}`)
  expect(await screen.findByRole('heading', { level: 1, name: 'Character Not Found' })).toBeTruthy()
})

test('reports a failed deletion and stays', async () => {
  const own = api.addCharacter({ name: 'Own', createdBy: api.user!.id })
  const { user, address } = await open(own.id)
  api.failNext(`DELETE /api/characters/${own.id}`, 500, null)
  await user.click(screen.getByRole('button', { name: 'Delete Own' }))
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(await toast('Failed to delete character')).toBeTruthy()
  expect(address()).toBe(`/character/${own.id}`)
})

test('covers an adult character and fetches none of its parts until adult content is on', async () => {
  const adult = api.addCharacter({ ...completeCharacter, name: 'Night Rose', category: 'Limitless', isNsfw: true })
  const { unmount } = await open(adult.id)
  expect(screen.getByRole('heading', { name: 'Adult Content' })).toBeTruthy()
  const settings = screen.getByRole('link', { name: 'Enable in Settings' })
  expect(settings.getAttribute('href')).toBe('/settings/content')
  for (const name of ['Backstory', 'Personality', 'Comments'])
    expect(screen.queryByRole('heading', { name })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Start Chat' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Like/ })).toBeNull()
  expect(api.calls(`GET /api/characters/${adult.id}/comments`)).toHaveLength(0)
  unmount()
  api.user = { ...api.user!, limitlessEnabled: true }
  await open(adult.id)
  expect(screen.getByRole('heading', { name: 'Backstory' })).toBeTruthy()
  expect(screen.queryByText('Adult Content')).toBeNull()
})

test('lists at most six similar characters and covers adult ones', async () => {
  for (let index = 0; index < 7; index += 1)
    api.similar.push(api.addCharacter({ ...completeCharacter, name: `Kin ${index}`, isNsfw: index === 0 }))
  const { user } = await open()
  const kin = within(screen.getByRole('region', { name: 'Similar characters' }))
  expect(await kin.findAllByRole('link')).toHaveLength(6)
  expect(kin.getByRole('link', { name: /^Kin 0/ }).textContent).toContain('Adult Content')
  await user.click(kin.getByRole('link', { name: /^Kin 1/ }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Kin 1' })).toBeTruthy()
})

test('reports when there are no similar characters and when loading them failed', async () => {
  api.failNext(`GET /api/characters/${mara.id}/similar`, 503, { message: 'Resting.', code: 'unavailable' })
  const { user } = await open()
  const kin = within(screen.getByRole('region', { name: 'Similar characters' }))
  expect(await kin.findByText('Resting.')).toBeTruthy()
  await user.click(kin.getByRole('button', { name: 'Try again' }))
  expect(await kin.findByText('No similar characters found')).toBeTruthy()
})

test('reports an unknown character', async () => {
  const { user, address } = renderApp(api, '/character/nobody')
  expect(await screen.findByRole('heading', { level: 1, name: 'Character Not Found' })).toBeTruthy()
  expect(document.title).toBe('Character Not Found · Facet')
  await user.click(screen.getByRole('link', { name: 'Discover characters' }))
  expect(address()).toBe('/')
})

test('reports a failure and retries on Try again', async () => {
  api.failNext(`GET /api/characters/${mara.id}`, 503, { message: 'The gallery is resting.', code: 'unavailable' })
  const { user } = renderApp(api, `/character/${mara.id}`)
  expect(await screen.findByText('The gallery is resting.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Mara Venn' })).toBeTruthy()
})

test('shows a skeleton while loading', async () => {
  const release = holdCall(api, `/api/characters/${mara.id}`)
  renderApp(api, `/character/${mara.id}`)
  expect(await screen.findByText('Loading the character')).toBeTruthy()
  release()
  expect(await screen.findByRole('heading', { level: 1, name: 'Mara Venn' })).toBeTruthy()
})

test('shows visitors the 404 page', async () => {
  api.user = null
  renderApp(api, `/character/${mara.id}`)
  expect(await screen.findByRole('heading', { name: '404 Page Not Found' })).toBeTruthy()
})

test('shows owners their own adult character with adult content off', async () => {
  const own = api.addCharacter({ ...completeCharacter, name: 'Night Rose', isNsfw: true, createdBy: api.user!.id })
  await open(own.id)
  expect(await screen.findByRole('button', { name: 'Start Chat' })).toBeTruthy()
  expect(screen.queryByText('Adult Content')).toBeNull()
  expect(screen.getByText(/The lamp was lit by her mother/)).toBeTruthy()
})

test('shows the creator’s notes in the reader’s language, as plain text', async () => {
  api.extras.set(mara.id, {
    creatorNotes: { text: 'Start at the pier.', translations: { de: 'Beginne <b>am Pier</b>.', fr: 'Au quai.' } },
  })
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['de-AT', 'en'])
  await open()
  const notes = within(screen.getByRole('region', { name: 'Creator’s notes' })).getByText('Beginne <b>am Pier</b>.')
  expect(notes.closest('[lang]')?.getAttribute('lang')).toBe('de')
})

test('leaves out the creator’s notes when they say the same as the description', async () => {
  api.extras.set(mara.id, { creatorNotes: { text: `${mara.description}\n`, translations: {} } })
  await open()
  expect(screen.queryByRole('region', { name: 'Creator’s notes' })).toBeNull()
})

test('credits the ancestors of a fork, and links those that the viewer may see', async () => {
  const ancestor = (id: string, name: string | null, creator: string | null) => ({
    id,
    name,
    creator: creator === null ? null : { id: creator, name: creator, username: null },
  })
  const credits = [ancestor('first', null, null), ancestor('second', 'Old Mara', 'Ines')]
  api.extras.set(mara.id, { forkedFrom: credits[1]!, credits, creatorName: 'Ada', source: ['javascript:alert(1)'] })
  await open()
  const region = within(screen.getByRole('region', { name: 'Credits' }))
  expect(region.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    'Old Mara by Ines',
    'a private character by a deleted account',
    'Ada',
    'javascript:alert(1)',
  ])
  expect(region.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/character/second'])
})

test('says that the creator keeps the definition private, except to the creator', async () => {
  api.extras.set(mara.id, { definitionPublic: false })
  Object.assign(mara, { backstory: null, personality: null })
  const { unmount } = await open()
  expect(screen.getByText('The creator keeps the definition private.')).toBeTruthy()
  unmount()
  mara.createdBy = api.user!.id
  await open()
  expect(screen.queryByText('The creator keeps the definition private.')).toBeNull()
})

test('counts the greetings, and has no empty sections', async () => {
  api.extras.set(mara.id, { alternateGreetings: ['Ahoy.', 'You again?'] })
  await open()
  expect(screen.getByText('3 greetings')).toBeTruthy()
  for (const name of ['Creator’s notes', 'Credits']) expect(screen.queryByRole('heading', { name })).toBeNull()
})

test('forks a character whose owner allows it, and opens the copy', async () => {
  api.extras.set(mara.id, { allowForks: true })
  const { user, address } = await open()
  await user.click(screen.getByRole('button', { name: 'Fork' }))
  await toast('Forked')
  await waitFor(() => expect(address()).toMatch(/^\/edit-character\/character-\d+$/))
  expect(api.calls(`POST /api/characters/${mara.id}/fork`)).toHaveLength(1)
})

test('says why a character can’t be forked', async () => {
  api.extras.set(mara.id, { allowForks: true })
  const message = 'The creator of this character doesn’t allow copies of it.'
  api.failNext(`POST /api/characters/${mara.id}/fork`, 403, { message, code: 'forks_not_allowed' })
  const { user, address } = await open()
  await user.click(screen.getByRole('button', { name: 'Fork' }))
  await toast(message)
  expect(address()).toBe(`/character/${mara.id}`)
})

test.each([
  ['its owner doesn’t allow it', {}, { allowForks: false }],
  ['it is private', { isPublic: false }, { allowForks: true }],
  ['it is the viewer’s own', { createdBy: 'user-1' }, { allowForks: true }],
])('offers no fork when %s', async (_, fields, extras) => {
  Object.assign(mara, fields)
  api.extras.set(mara.id, extras)
  await open()
  expect(screen.queryByRole('button', { name: 'Fork' })).toBeNull()
})
