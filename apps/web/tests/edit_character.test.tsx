import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { browser } from '../src/lib/browser.ts'
import { toasts } from '../src/lib/toasts.ts'
import { FakeAuthoring } from './fake_authoring.ts'
import { holdCall } from './hold_call.ts'
import { renderApp } from './render_app.tsx'
import { mockWindowWidth } from './window_width.ts'

let api: FakeAuthoring
beforeEach(() => {
  api = new FakeAuthoring()
})

const mara = {
  id: 'mara',
  name: 'Mara Venn',
  avatar: 'https://example.com/mara.png',
  background: 'https://example.com/mara.png',
  backstory: 'Eleven winters.',
  personality: 'Dry.',
  greeting: 'An older hello.',
}

const textbox = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${name}`) })
const fill = (name: string, text: string) => fireEvent.change(textbox(name), { target: { value: text } })
const save = () => screen.getByRole('button', { name: 'Save Changes' })
const requests = () => api.calls('PUT /api/characters/mara')
const savedDrafts = () => Object.keys(localStorage).filter((key) => key.startsWith('facet:character-draft:'))
const expectToast = async (title: string, description: string) =>
  waitFor(() => expect(toasts.current()).toMatchObject({ title, description }))

const openForm = async () => {
  const app = renderApp(api, '/edit-character/mara')
  await screen.findByRole('heading', { level: 1, name: /^Edit/ })
  return app
}

test('shows owners the form with the current values', async () => {
  api.addOwn({ ...mara, isNsfw: true, isPublic: false })
  await openForm()
  expect(textbox('Name').value).toBe('Mara Venn')
  expect(textbox('Backstory').value).toBe('Eleven winters.')
  expect(textbox('Address of avatar').value).toBe('https://example.com/mara.png')
  // The background equals the avatar, so it follows the avatar.
  expect(textbox('Address of background').value).toBe('')
  expect(screen.getByRole('button', { name: 'Remove Mystery' })).toBeTruthy()
  expect(screen.getByRole('checkbox', { name: /^Public/ })).toHaveProperty('checked', false)
  expect(screen.getByRole('checkbox', { name: /^Adult/ })).toHaveProperty('checked', true)
  expect(api.requests.map(({ path }) => path)).toContain('/api/characters/mara?edit=true')
})

test('sends only the changed fields and opens the character', async () => {
  api.addOwn(mara)
  const { user, address } = await openForm()
  fill('Personality', 'Dry, and kind.')
  await user.click(screen.getByRole('button', { name: 'Remove Mystery' }))
  await user.click(save())
  await expectToast('Character Updated', 'Mara Venn is saved.')
  expect(requests()).toEqual([{ personality: 'Dry, and kind.', tags: ['Sea'] }])
  expect(address()).toBe('/character/mara')
  expect(api.characters[0]).toMatchObject({ greeting: 'An older hello.', backstory: 'Eleven winters.' })
  expect(savedDrafts()).toEqual([])
})

test('asks whether a long description is the definition, and moves it to the backstory', async () => {
  api.addOwn({ ...mara, description: `She dives for wrecks. ${'Tall and wry. '.repeat(20)}`, scenario: '' })
  const { user } = await openForm()
  expect(screen.getByText('Is this the character’s definition?')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Move it to Backstory' }))
  expect(screen.queryByText('Is this the character’s definition?')).toBeNull()
  expect(textbox('Description').value).toBe('She dives for wrecks.')
  await user.click(save())
  await waitFor(() => expect(requests()).toHaveLength(1))
  expect(requests()[0]).toMatchObject({ description: 'She dives for wrecks.' })
  expect((requests()[0] as { backstory: string }).backstory).toMatch(/^She dives .* wry\.\s+Eleven winters\.$/s)
})

test('saves the answer that a long description is only a teaser, and doesn’t ask again', async () => {
  const long = { ...mara, description: 'Tall and wry. '.repeat(20), scenario: '' }
  api.addOwn(long)
  const { user } = await openForm()
  await user.click(screen.getByRole('button', { name: 'No, it’s a teaser' }))
  expect(screen.queryByText('Is this the character’s definition?')).toBeNull()
  await user.click(save())
  await waitFor(() => expect(requests()).toEqual([{ descriptionIsTeaser: true }]))
})

for (const [why, extras] of Object.entries({
  'is known to be a teaser': { descriptionIsTeaser: true },
  'came from a card’s notes': { descriptionIsTeaser: null, creatorNotes: { text: 'Slow.', translations: {} } },
}))
  test(`doesn’t ask about a description that ${why}`, async () => {
    api.addOwn({ ...mara, description: 'Tall and wry. '.repeat(20), scenario: '' })
    api.extras.set('mara', extras)
    await openForm()
    expect(screen.queryByText('Is this the character’s definition?')).toBeNull()
  })

test('keeps changes from another tab', async () => {
  api.addOwn(mara)
  const { user } = await openForm()
  fill('Personality', 'Dry, and kind.')
  api.characters[0]!.backstory = 'Twelve winters, said the other tab.'
  await user.click(save())
  await waitFor(() => expect(requests()).toHaveLength(1))
  expect(api.characters[0]).toMatchObject({
    personality: 'Dry, and kind.',
    backstory: 'Twelve winters, said the other tab.',
  })
})

test('keeps a background that follows the avatar in sync', async () => {
  api.addOwn(mara)
  const { user } = await openForm()
  fill('Address of avatar', 'https://example.com/new.png')
  await user.click(save())
  await waitFor(() => expect(requests()).toEqual([{ avatar: 'https://example.com/new.png', background: '' }]))
  expect(api.characters[0]!.background).toBe('https://example.com/new.png')
})

test('previews the changes, not the stored character', async () => {
  mockWindowWidth(1440)
  api.addOwn({ ...mara, likes: 7 })
  await openForm()
  fill('Name', 'Maren')
  const card = within(screen.getByRole('complementary', { name: 'Preview' })).getByRole('article', { hidden: true })
  expect(card.textContent).toContain('Maren')
  expect(card.textContent).toContain('7')
})

test('sends a changed focus alone, and resets it with a new avatar', async () => {
  api.addOwn({ ...mara, avatarFocus: { x: 0.4, y: 0.3 } })
  const { user, goTo, address } = await openForm()
  screen.getByRole('slider', { name: 'Focus of avatar' }).focus()
  await user.keyboard('{ArrowLeft}')
  await user.click(save())
  await waitFor(() => expect(address()).toBe('/character/mara'))
  expect(requests()).toEqual([{ avatarFocus: { x: 0.38, y: 0.3 } }])
  // The form stays until the next screen has loaded.
  await waitFor(() => expect(screen.queryByRole('heading', { level: 1, name: /^Edit/ })).toBeNull())
  await goTo('/edit-character/mara')
  await screen.findByRole('heading', { level: 1, name: /^Edit/ })
  fill('Address of avatar', 'https://example.com/new.png')
  await user.click(save())
  await waitFor(() => expect(requests()).toHaveLength(2))
  expect(api.characters[0]).toMatchObject({ avatar: 'https://example.com/new.png', avatarFocus: null })
})

test('offers the categories for editing and the current one', async () => {
  api.addOwn({ ...mara, category: 'Mystery' })
  await openForm()
  const options = within(screen.getByRole('combobox', { name: 'Category' })).getAllByRole('option')
  expect(options.map((option) => option.textContent)).toEqual([
    'Mystery',
    'General',
    'Anime',
    'Fantasy',
    'Sci-Fi',
    'Romance',
    'Adventure',
    'Comedy',
    'Drama',
  ])
})

test('requires only a name and a description', async () => {
  api.addOwn(mara)
  const { user } = await openForm()
  for (const field of ['Name', 'Description', 'Backstory', 'Personality', 'Address of avatar']) fill(field, '')
  await user.click(save())
  await expectToast('Error', 'Please fill in at least the name and description')
  await waitFor(() => expect(document.activeElement).toBe(textbox('Name')))
  expect(screen.getByText('2 fields need attention:')).toBeTruthy()
  expect(requests()).toEqual([])
  fill('Name', 'Mara')
  fill('Description', 'A keeper.')
  await user.click(save())
  await waitFor(() =>
    expect(requests()).toEqual([
      { name: 'Mara', description: 'A keeper.', backstory: '', personality: '', avatar: '', background: '' },
    ])
  )
})

test('refuses a forbidden word', { tags: '@long' }, async () => {
  api.addOwn(mara)
  const { user } = await openForm()
  fill('Personality', 'Gory.')
  await user.click(save())
  await expectToast('Content Not Allowed', 'Characters cannot contain: gory')
  await waitFor(() => expect(document.activeElement).toBe(textbox('Personality')))
  expect(requests()).toEqual([])
})

test('keeps input per character and applies it to the stored values', async () => {
  api.addOwn(mara)
  api.addOwn({ ...mara, id: 'noor', name: 'Noor' })
  const { unmount } = await openForm()
  fill('Scenario', 'A calm sea.')
  unmount()
  api.characters[0]!.name = 'Mara of the Point'
  const again = await openForm()
  expect(screen.getByText('Draft restored')).toBeTruthy()
  expect(textbox('Scenario').value).toBe('A calm sea.')
  expect(textbox('Name').value).toBe('Mara of the Point')
  again.unmount()
  renderApp(api, '/edit-character/noor')
  await screen.findByRole('heading', { level: 1, name: 'Edit Noor' })
  expect(screen.queryByText('Draft restored')).toBeNull()
})

test.each([
  ['somebody else’s', () => void api.addCharacter({ ...mara, createdBy: 'user-0' })],
  ['one that is not there', () => {}],
])('does not let users edit %s', async (_, prepare) => {
  prepare()
  renderApp(api, '/edit-character/mara')
  expect(await screen.findByRole('heading', { level: 1, name: 'Character Not Found' })).toBeTruthy()
  expect(screen.getByText('You can only edit characters you created.')).toBeTruthy()
  expect(screen.queryByRole('form')).toBeNull()
})

test('reports a refused save and opens the gallery', async () => {
  api.addOwn(mara)
  const { user, address } = await openForm()
  fill('Name', 'Mara')
  api.characters[0]!.createdBy = 'user-0'
  await user.click(save())
  const alert = await screen.findByRole('alertdialog', { name: 'Access Denied:' })
  expect(alert.textContent).toContain('You can only edit characters you created.')
  expect(address()).toBe('/')
  expect(savedDrafts()).toEqual([])
})

test('reports a session that ends while the form is open and keeps the input', async () => {
  const leaveTo = vi.spyOn(browser, 'leaveTo').mockImplementation(() => {})
  api.addOwn(mara)
  const { user } = await openForm()
  fill('Name', 'Mara')
  api.user = null
  await user.click(save())
  expect(await screen.findByText('Please log in to edit characters.')).toBeTruthy()
  expect(toasts.current()?.title).toBe('You are logged out. Logging in again...')
  await waitFor(() => expect(leaveTo).toHaveBeenCalledWith('/api/login?next=%2Fedit-character%2Fmara'))
  expect(textbox('Name').value).toBe('Mara')
  expect(savedDrafts()).toHaveLength(1)
})

test('reports a session that ended before the form opens', async () => {
  const leaveTo = vi.spyOn(browser, 'leaveTo').mockImplementation(() => {})
  api.addOwn(mara)
  const { goTo } = renderApp(api, '/memory')
  await screen.findByText('No recent chats')
  api.user = null
  await goTo('/edit-character/mara')
  expect(await screen.findByRole('heading', { name: 'Please log in to edit characters.' })).toBeTruthy()
  await waitFor(() => expect(leaveTo).toHaveBeenCalled())
})

test('shows a skeleton while the character loads', async () => {
  api.addOwn(mara)
  const { goTo } = renderApp(api, '/memory')
  await screen.findByText('No recent chats')
  const release = holdCall(api, 'edit=true')
  await goTo('/edit-character/mara')
  expect(await screen.findByText('Loading the character')).toBeTruthy()
  release()
  expect(await screen.findByRole('heading', { level: 1, name: 'Edit Mara Venn' })).toBeTruthy()
})

test('reports a failure and retries on Try again', async () => {
  api.addOwn(mara)
  api.failNext('GET /api/characters/mara', 503, { message: 'We are resting.', code: 'unavailable' })
  const { user } = renderApp(api, '/edit-character/mara')
  expect(await screen.findByText('We are resting.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Edit Mara Venn' })).toBeTruthy()
})

test('deletes a character after one confirmation', async () => {
  api.addOwn(mara)
  const { user, address } = await openForm()
  fill('Name', 'Mara')
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  const question = await screen.findByRole('alertdialog')
  expect(
    within(question).getByText('Are you sure you want to delete Mara Venn? This action cannot be undone.')
  ).toBeTruthy()
  await user.click(within(question).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(address()).toBe('/'))
  expect(api.characters).toEqual([])
  expect(savedDrafts()).toEqual([])
})

test('starts a reopened form with the saved values', async () => {
  api.addOwn(mara)
  const { user, goTo } = await openForm()
  fill('Name', 'Mara of the Point')
  await user.click(save())
  await expectToast('Character Updated', 'Mara of the Point is saved.')
  await goTo('/edit-character/mara')
  await screen.findByRole('heading', { level: 1, name: 'Edit Mara of the Point' })
  expect(screen.queryByText('Draft restored')).toBeNull()
})

test('sends nothing without changes', async () => {
  api.addOwn(mara)
  const { user, address } = await openForm()
  await user.click(save())
  await waitFor(() => expect(address()).toBe('/character/mara'))
  expect(requests()).toEqual([])
})
