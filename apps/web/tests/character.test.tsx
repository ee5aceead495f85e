import type { Character } from '#modules/gallery/api'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { browser } from '../src/lib/browser.ts'
import { FakeGallery, wholeCharacter } from './fake_gallery.ts'
import { holdCall } from './hold_call.ts'
import { renderApp } from './render_app.tsx'

let api: FakeGallery
let mara: Character
beforeEach(() => {
  api = new FakeGallery()
  mara = api.addCharacter({ ...wholeCharacter, name: 'Mara Venn' })
})

const open = async (id = mara.id) => {
  const app = renderApp(api, `/character/${id}`)
  await screen.findByRole('heading', { level: 1, name: api.characters.find((its) => its.id === id)!.name })
  return app
}
const like = () => screen.getByRole('button', { name: /^Like, / })
const toast = (text: string) => screen.findByText(text, { selector: 'li *' })

test('shows who it is: category, counts, tags, and the texts with names in them', async () => {
  await open()
  expect(document.title).toBe('Mara Venn · Facet')
  expect(screen.getByRole('link', { name: 'Fantasy' }).getAttribute('href')).toBe('/?category=Fantasy')
  expect(screen.getByText('1,530 messages')).toBeTruthy()
  expect(like().textContent).toBe('Like, 12 likes')
  expect(screen.getByText('A lighthouse keeper who writes letters to ships.')).toBeTruthy()
  const tags = within(screen.getByRole('list', { name: 'Tags' })).getAllByRole('link')
  expect(tags.map((tag) => tag.getAttribute('href'))).toEqual(['/?category=Mystery', '/?category=Sea'])
  expect(within(screen.getByRole('region', { name: 'Backstory' })).getByText(/lit by her mother/)).toBeTruthy()
  expect(
    within(screen.getByRole('region', { name: 'Personality' })).getByText('Patient with sam, short with gulls.')
  ).toBeTruthy()
})

test('leaves out what is not written', async () => {
  const bare = api.addCharacter({ name: 'Bare', tags: [] })
  await open(bare.id)
  for (const name of ['Backstory', 'Personality']) expect(screen.queryByRole('heading', { name })).toBeNull()
  expect(screen.queryByRole('list', { name: 'Tags' })).toBeNull()
})

test('a very long text is folded until it is asked for', async () => {
  const long = api.addCharacter({ name: 'Long', backstory: 'And then. '.repeat(400) })
  const { user } = await open(long.id)
  const button = screen.getByRole('button', { name: 'Read more of the backstory' })
  expect(button.getAttribute('aria-expanded')).toBe('false')
  await user.click(button)
  expect(screen.getByRole('button', { name: 'Show less of the backstory' }).getAttribute('aria-expanded')).toBe('true')
})

test('a tag leads to the gallery, which shows it as a chip that can be taken away', async () => {
  const { user, address } = await open()
  api.addCharacter({ name: 'Hiro', category: 'Anime', tags: [] })
  await user.click(screen.getByRole('link', { name: 'Sea' }))
  expect(address()).toBe('/?category=Sea')
  const chip = await screen.findByRole('link', { name: 'Sea , take away' })
  expect(screen.queryByRole('button', { name: 'Hiro' })).toBeNull()
  await user.click(chip)
  expect(address()).toBe('/')
  expect(await screen.findByRole('button', { name: 'Hiro' })).toBeTruthy()
})

test('a like shows at once, and is exact once the server has answered', async () => {
  const { user } = await open()
  const letGo = holdCall(api, '/like')
  mara.likes = 40
  await user.click(like())
  expect(like().getAttribute('aria-pressed')).toBe('true')
  expect(like().textContent).toBe('Like, 13 likes')
  letGo()
  await waitFor(() => expect(like().textContent).toBe('Like, 41 likes'))
})

test('presses in a row are all sent, one after the other, and the last one stands', async () => {
  const { user } = await open()
  const letGo = holdCall(api, '/like')
  for (let press = 0; press < 3; press += 1) await user.click(like())
  expect(like().getAttribute('aria-pressed')).toBe('true')
  letGo()
  await waitFor(() => expect(api.calls(`POST /api/characters/${mara.id}/like`)).toHaveLength(3))
  await waitFor(() => expect(mara.liked).toBe(true))
  expect(like().textContent).toBe('Like, 13 likes')
})

test('a like that fails is taken back and told about', async () => {
  const { user } = await open()
  api.failNext(`POST /api/characters/${mara.id}/like`, 500, null)
  await user.click(like())
  expect(await toast('Failed to toggle like')).toBeTruthy()
  expect(await toast('Error')).toBeTruthy()
  await waitFor(() => expect(like().textContent).toBe('Like, 12 likes'))
  expect(like().getAttribute('aria-pressed')).toBe('false')
})

test('a like after the session has ended asks to log in', async () => {
  vi.spyOn(browser, 'leaveTo').mockImplementation(() => {})
  const { user } = await open()
  api.failNext(`POST /api/characters/${mara.id}/like`, 401, { message: 'Please sign in.', code: 'signed_out' })
  await user.click(like())
  expect(await toast('Login Required')).toBeTruthy()
  expect(await toast('Please log in to like characters')).toBeTruthy()
  await waitFor(() => expect(browser.leaveTo).toHaveBeenCalledWith(`/api/login?next=%2Fcharacter%2F${mara.id}`))
  await waitFor(() => expect(like().getAttribute('aria-pressed')).toBe('false'))
})

test('a like counts on the card in the gallery, too', async () => {
  const { user, goTo } = renderApp(api, '/')
  expect((await screen.findByRole('article')).textContent).toContain('12 likes')
  await goTo(`/character/${mara.id}`)
  await user.click(await screen.findByRole('button', { name: /^Like, / }))
  await waitFor(() => expect(mara.liked).toBe(true))
  await goTo('/')
  await waitFor(() => expect(screen.getByRole('article').textContent).toContain('13 likes'))
})

test('Start Chat goes straight to the first words when there is nothing to choose from', async () => {
  const { user, address } = await open()
  await waitFor(() => expect(api.calls('GET /api/chats').length).toBeGreaterThan(0))
  await user.click(screen.getByRole('button', { name: 'Start Chat' }))
  expect(await screen.findByRole('textbox', { name: 'Message Mara Venn' })).toBeTruthy()
  expect(address()).toMatch(new RegExp(`^/chat/${mara.id}\\?`))
})

test('Start Chat offers the chats one has had with the character', async () => {
  const chat = api.addChat(mara.id, ['Hi', 'Hello there'])
  const { user, address } = await open()
  await user.click(screen.getByRole('button', { name: 'Start Chat' }))
  const modal = within(await screen.findByRole('dialog', { name: 'Mara Venn' }))
  expect(modal.queryByRole('link', { name: 'View profile' })).toBeNull()
  await user.click(await modal.findByRole('button', { name: /Continue Chat/ }))
  await waitFor(() => expect(address()).toBe(`/chat/${mara.id}?session=${chat.session.id}`))
})

test('the page is found from the card, through the choice of a chat', async () => {
  const { user, address } = renderApp(api, '/')
  await user.click(await screen.findByRole('button', { name: 'Mara Venn' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('link', { name: 'View profile' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Mara Venn' })).toBeTruthy()
  expect(address()).toBe(`/character/${mara.id}`)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('only the owner can edit and delete', async () => {
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

test('deleting asks first, and leads to a gallery without the character', async () => {
  const own = api.addCharacter({ name: 'Own', createdBy: api.user!.id })
  const { user, address, goTo } = renderApp(api, '/')
  await screen.findByRole('button', { name: 'Own' })
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
  expect(await screen.findByRole('button', { name: 'Mara Venn' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Own' })).toBeNull()
  await goTo(-1)
  await goTo(`/character/${own.id}`)
  expect(await screen.findByRole('heading', { level: 1, name: 'Character Not Found' })).toBeTruthy()
})

test('a deletion that fails says so and stays', async () => {
  const own = api.addCharacter({ name: 'Own', createdBy: api.user!.id })
  const { user, address } = await open(own.id)
  api.failNext(`DELETE /api/characters/${own.id}`, 500, null)
  await user.click(screen.getByRole('button', { name: 'Delete Own' }))
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(await toast('Failed to delete character')).toBeTruthy()
  expect(address()).toBe(`/character/${own.id}`)
})

test('an adult character is covered, and nothing of it is asked for, until adult content is enabled', async () => {
  const adult = api.addCharacter({ ...wholeCharacter, name: 'Night Rose', category: 'Limitless', isNsfw: true })
  const { unmount } = await open(adult.id)
  expect(screen.getByRole('heading', { name: 'Adult Content' })).toBeTruthy()
  const settings = screen.getByRole('link', { name: 'Enable in Settings' })
  expect(settings.getAttribute('href')).toBe('/settings')
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

test('similar characters are at most six, each a way to its page, adult ones covered', async () => {
  for (let index = 0; index < 7; index += 1)
    api.similar.push(api.addCharacter({ ...wholeCharacter, name: `Kin ${index}`, isNsfw: index === 0 }))
  const { user } = await open()
  const kin = within(screen.getByRole('region', { name: 'Similar characters' }))
  expect(await kin.findAllByRole('link')).toHaveLength(6)
  expect(kin.getByRole('link', { name: /^Kin 0/ }).textContent).toContain('Adult Content')
  await user.click(kin.getByRole('link', { name: /^Kin 1/ }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Kin 1' })).toBeTruthy()
})

test('says when nobody is similar, and when that could not be asked', async () => {
  api.failNext(`GET /api/characters/${mara.id}/similar`, 503, { message: 'Resting.', code: 'unavailable' })
  const { user } = await open()
  const kin = within(screen.getByRole('region', { name: 'Similar characters' }))
  expect(await kin.findByText('Resting.')).toBeTruthy()
  await user.click(kin.getByRole('button', { name: 'Try again' }))
  expect(await kin.findByText('No similar characters found')).toBeTruthy()
})

test('a character that is not there', async () => {
  const { user, address } = renderApp(api, '/character/nobody')
  expect(await screen.findByRole('heading', { level: 1, name: 'Character Not Found' })).toBeTruthy()
  expect(document.title).toBe('Character Not Found · Facet')
  await user.click(screen.getByRole('link', { name: 'Explore characters' }))
  expect(address()).toBe('/')
})

test('a failure says so, and Try again tries again', async () => {
  api.failNext(`GET /api/characters/${mara.id}`, 503, { message: 'The gallery is resting.', code: 'unavailable' })
  const { user } = renderApp(api, `/character/${mara.id}`)
  expect(await screen.findByText('The gallery is resting.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Mara Venn' })).toBeTruthy()
})

test('a skeleton stands in while it loads', async () => {
  const letGo = holdCall(api, `/api/characters/${mara.id}`)
  renderApp(api, `/character/${mara.id}`)
  expect(await screen.findByText('Loading the character')).toBeTruthy()
  letGo()
  expect(await screen.findByRole('heading', { level: 1, name: 'Mara Venn' })).toBeTruthy()
})

test('a visitor finds nothing there', async () => {
  api.user = null
  renderApp(api, `/character/${mara.id}`)
  expect(await screen.findByRole('heading', { name: '404 Page Not Found' })).toBeTruthy()
})

test('shows an adult character whole to its owner with adult content off', async () => {
  const own = api.addCharacter({ ...wholeCharacter, name: 'Night Rose', isNsfw: true, createdBy: api.user!.id })
  await open(own.id)
  expect(await screen.findByRole('button', { name: 'Start Chat' })).toBeTruthy()
  expect(screen.queryByText('Adult Content')).toBeNull()
  expect(screen.getByText(/The lamp was lit by her mother/)).toBeTruthy()
})
