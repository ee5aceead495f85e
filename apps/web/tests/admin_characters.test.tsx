import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { browser } from '../src/lib/browser.ts'
import { FakeAdminCharacters } from './fake_admin_characters.ts'
import { recordUploads } from './fake_upload.ts'
import { renderApp } from './render_app.tsx'
import { expectToast } from './expect_toast.ts'

let api: FakeAdminCharacters
beforeEach(() => {
  api = new FakeAdminCharacters()
})

const open = async () => {
  const app = renderApp(api, '/admin/characters')
  await screen.findByRole('heading', { level: 1, name: 'Character management' })
  return app
}
type App = Awaited<ReturnType<typeof open>>
const tool = (name: string) => within(screen.getByRole('region', { name }))
const cards = () => document.querySelectorAll('article')
const card = async (name: string) => within((await screen.findByRole('link', { name })).closest('article')!)
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const image = (name: string) =>
  screen.getByRole('link', { name }).closest('article')!.querySelector('img')?.getAttribute('src')

/** Types at the end of the current value. */
const type = async (user: App['user'], field: HTMLElement, text: string) => {
  await user.click(field)
  await user.paste(text)
}

/** Picks a character in the image form by keyboard. */
const pick = async (user: App['user'], name: string) => {
  await user.click(tool('Character images').getByRole('combobox', { name: 'Character' }))
  await user.paste(name)
  await waitFor(() => expect(api.requests.some(({ path }) => path.endsWith(`q=${name}`))).toBe(true))
  await screen.findByText('1 found')
  await user.keyboard('{Enter}')
  await tool('Character images').findByRole('button', { name: `Change character, now ${name}` })
}

test('returns 404 to non-admins and makes no call', async () => {
  api.user = { ...api.user!, role: 'member', isAdmin: false }
  renderApp(api, '/admin/characters')
  expect(await screen.findByRole('heading', { name: '404 Page Not Found' })).toBeTruthy()
  expect(api.requests.filter(({ path }) => path.startsWith('/api/admin'))).toEqual([])
})

test('lists all characters in pages and searches names, categories and tags', async () => {
  for (let n = 0; n < 24; n++) api.addCharacter({ name: `Person ${n}`, category: 'General', tags: [] })
  api.addCharacter({ name: 'Ines', tags: ['Deep-sea'], category: 'Adventure', isPublic: false, isNsfw: true })
  const { user } = await open()
  await waitFor(() => expect(cards()).toHaveLength(24))
  await user.click(button('Load more'))
  await waitFor(() => expect(cards()).toHaveLength(25))
  const ines = await card('Ines')
  expect([ines.getByText('Private'), ines.getByText('Adult')]).toHaveLength(2)

  const search = screen.getByRole('searchbox', { name: 'Search all characters' })
  for (const q of ['INES', 'advent', 'deep-s']) {
    await user.clear(search)
    await type(user, search, q)
    await waitFor(() => expect(cards()).toHaveLength(1))
  }
  await type(user, search, ' nobody')
  expect(await screen.findByText('No characters found')).toBeTruthy()
  await user.click(button('Show all characters'))
  await waitFor(() => expect(cards()).toHaveLength(24))
})

test('shows a character on the landing page and hides it', async () => {
  const mara = api.addCharacter({ name: 'Mara' })
  api.addCharacter({ name: 'Velvet', isNsfw: true })
  const { user } = await open()
  const shown = (await card('Mara')).getByRole('switch', { name: 'Show Mara on the landing page' })
  expect(shown.getAttribute('aria-checked')).toBe('false')
  await user.click(shown)
  await expectToast('Visitors now see Mara.')
  expect(shown.getAttribute('aria-checked')).toBe('true')
  expect([...api.onLanding]).toEqual([mara.id])
  api.failNext(`PUT /api/admin/characters/${mara.id}/landing`, 503)
  await user.click(shown)
  await expectToast('Something went wrong.')
  await user.click(shown)
  await expectToast('Visitors no longer see Mara.')
  expect(shown.getAttribute('aria-checked')).toBe('false')
  expect((await card('Velvet')).getByRole('switch')).toHaveProperty('disabled', true)
})

test('retries loading the list after a failure', async () => {
  api.addCharacter({ name: 'Mara' })
  api.failNext('GET /api/admin/characters', 503, { message: 'A little patience.', code: 'busy' })
  const { user } = await open()
  expect(await screen.findByText('Couldn’t load the characters')).toBeTruthy()
  await user.click(button('Try again'))
  await card('Mara')
})

test('does not send a file that is not JSON', async () => {
  const imports = recordUploads()
  await open()
  fireEvent.change(screen.getByLabelText('JSON file with characters'), {
    target: { files: [new File(['a,b'], 'characters.csv', { type: 'text/csv' })] },
  })
  await expectToast('Invalid File')
  await expectToast('Please select a JSON file')
  expect(imports).toHaveLength(0)
})

test('uploads a dropped JSON file unparsed and reports each refusal', { tags: '@long' }, async () => {
  const imports = recordUploads()
  const copy = vi.spyOn(browser, 'copy').mockResolvedValue()
  const saved: string[] = []
  URL.createObjectURL = () => 'blob:saved'
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  const { user } = await open()
  const file = new File(['[]'], 'people.json', { type: 'application/json' })
  fireEvent.drop(button('Choose JSON file').parentElement!, { dataTransfer: { files: [file] } })
  await waitFor(() => expect(imports[0]?.file).toBe(file))
  act(() => imports[0]!.progress(0.5))
  expect(screen.getByRole('progressbar', { name: 'Importing people.json' }).getAttribute('aria-valuenow')).toBe('50')
  act(() => imports[0]!.progress(1))
  expect(screen.getByText('Reading people.json')).toBeTruthy()
  const errors = [
    { index: 2, name: 'Mo', message: 'Characters cannot contain: gore' },
    { index: 4, name: null, message: 'A character must be an object with its fields.' },
  ]
  api.addCharacter({ name: 'Imported' })
  act(() => imports[0]!.respond('ImportAnswer', { imported: 3, total: 6, errors }))
  await expectToast('Import Successful')
  await expectToast('Successfully imported 3 out of 6 characters')
  const report = tool('Import characters')
  expect(report.getByText('people.json · 1 already exists · 2 were refused')).toBeTruthy()
  expect(report.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Entry 3MoCharacters cannot contain: gore',
    'Entry 5unnamedA character must be an object with its fields.',
  ])
  await card('Imported')

  await user.click(button('Copy report'))
  expect(copy.mock.lastCall?.[0]).toBe(
    'Entry 3: Mo: Characters cannot contain: gore\nEntry 5: unnamed: A character must be an object with its fields.'
  )
  await user.click(button('Download report'))
  await user.click(button('Sample file'))
  expect(saved).toEqual(['import-report.json', 'sample-characters.json'])
})

test('reports why an import failed and can cancel one in flight', async () => {
  const imports = recordUploads()
  const { user } = await open()
  const choose = () =>
    fireEvent.change(screen.getByLabelText('JSON file with characters'), {
      target: { files: [new File(['{'], 'broken.json', { type: 'application/json' })] },
    })
  choose()
  await waitFor(() => expect(imports).toHaveLength(1))
  act(() =>
    imports[0]!.respond('Failure', { message: 'The file ends too early, at the beginning.', code: 'malformed' }, 400)
  )
  await expectToast('Import Failed')
  await expectToast('The file ends too early, at the beginning.')
  choose()
  await waitFor(() => expect(imports).toHaveLength(2))
  await user.click(button('Cancel'))
  expect(imports[1]!.isAborted).toBe(true)
  await waitFor(() => expect(button('Choose JSON file')).toBeTruthy())
})

test('imports the built-in eight with one click', async () => {
  api.imported = { imported: 0, total: 8, errors: [] }
  const { user } = await open()
  await user.click(button('Quick import 8 characters'))
  await expectToast('Successfully imported 0 out of 8 characters')
  expect(api.calls('POST /api/admin/import-new-characters')).toEqual([{ set: 'eight' }])
  expect(screen.getByText('The built-in eight · 8 already exist')).toBeTruthy()
})

test('says whose a character is, with a link to the account', async () => {
  api.addCharacter({ name: 'Mara' })
  await open()
  const owner = (await card('Mara')).getByRole('link', { name: 'Sam Doe' })
  expect(owner.getAttribute('href')).toBe('/settings?tab=admin&users=sam')
})

test('requires a character and a URL for an image, and updates the list at once', { tags: '@long' }, async () => {
  api.addCharacter({ name: 'Mara' })
  api.addCharacter({ name: 'Ines' })
  const { user } = await open()
  await card('Mara')
  const update = () => user.click(button('Update image'))
  await update()
  await expectToast('Please select a character and enter an image URL')
  expect(document.activeElement).toBe(tool('Character images').getByRole('combobox'))
  await pick(user, 'Mara')
  await update()
  expect(await screen.findByText('Enter a URL.')).toBeTruthy()
  const url = screen.getByRole('textbox', { name: 'Image URL' })
  await type(user, url, 'javascript:alert(1)')
  expect(screen.getByText(/Enter an http or https URL/)).toBeTruthy()
  await update()
  await expectToast('Update Failed')
  await user.clear(url)
  await type(user, url, 'https://example.com/mara.png')
  await update()
  await expectToast('Image Updated')
  expect(image('Mara')).toBe('https://example.com/mara.png')
  expect(api.calls('PUT /api/admin/characters/character-1/image').at(-1)).toEqual({
    imageUrl: 'https://example.com/mara.png',
  })
})

test('generates an image, shows the old one next to it and can restore it', { tags: '@long' }, async () => {
  api.addCharacter({ name: 'Mara', avatar: '/pictures/uploads/old.webp' })
  const { user } = await open()
  await user.click(button('Generate image'))
  await expectToast('Please select a character and enter an AI prompt')
  await pick(user, 'Mara')
  await type(user, screen.getByRole('textbox', { name: 'AI prompt' }), 'Storm light')
  await user.click(button('Generate image'))
  await expectToast('Image Generated')
  expect(api.calls('POST /api/admin/generate-character-image')).toEqual([
    { characterId: 'character-1', prompt: 'Storm light' },
  ])
  const figures = tool('Character images').getAllByRole('figure')
  expect(
    figures.map((figure) => [figure.textContent, figure.querySelector('img')?.getAttribute('src')?.split('?')[0]])
  ).toEqual([
    ['Before', '/pictures/uploads/old.webp'],
    ['Now', '/pictures/uploads/drawn.webp'],
  ])
  await user.click(button('Restore the old image'))
  await waitFor(() => expect(api.characters[0]!.avatar).toBe('/pictures/uploads/old.webp'))
})

test('reports why a generation failed', { tags: '@long' }, async () => {
  api.addCharacter({ name: 'Mara' })
  const { user } = await open()
  await pick(user, 'Mara')
  await type(user, screen.getByRole('textbox', { name: 'AI prompt' }), 'Storm light')
  api.failNext('POST /api/admin/generate-character-image', 503, {
    message: 'Pictures can’t be generated right now.',
    code: 'images_unavailable',
  })
  await user.click(button('Generate image'))
  await expectToast('Generation Failed')
  await expectToast('Pictures can’t be generated right now.')
})

test('replaces the list with the first-message editor, requires a character and a text, and restores the list', async () => {
  api.addCharacter({ name: 'Mara', firstMessage: 'Hello.' })
  const { user } = await open()
  await card('Mara')
  await user.click(button('Edit a first message'))
  expect(screen.queryByRole('link', { name: 'Mara' })).toBeNull()
  await user.click(button('Save first message'))
  expect(await screen.findByText('Write a first message.')).toBeTruthy()
  await user.click(button('Cancel'))
  await card('Mara')
  expect(document.activeElement).toBe(button('Edit a first message'))

  await user.click(button('Edit the first message of Mara'))
  const text = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'First message' })
  expect(text().value).toBe('Hello.')
  await user.clear(text())
  await type(user, text(), '  ')
  await user.click(button('Save first message'))
  expect(await screen.findByText('Write a first message.')).toBeTruthy()
  api.failNext('PUT /api/admin/characters/character-1/first-message', 500, { message: '', code: 'oops' })
  await type(user, text(), 'Good evening.')
  await user.click(button('Save first message'))
  await expectToast('Failed to update first message')
  await user.click(button('Save first message'))
  await card('Mara')
  expect(api.characters[0]!.firstMessage).toBe('  Good evening.')
})

test('asks before discarding an edited first message', async () => {
  api.addCharacter({ name: 'Mara', firstMessage: 'Hello.' })
  const { user, goTo, address } = await open()
  await card('Mara')
  await user.click(button('Edit the first message of Mara'))
  await type(user, screen.getByRole('textbox', { name: 'First message' }), ' And welcome.')
  await goTo('/settings')
  const question = within(await screen.findByRole('alertdialog', { name: 'Leave without saving?' }))
  await user.click(question.getByRole('button', { name: 'Cancel' }))
  expect(address()).toBe('/admin/characters')
  await user.click(button('Cancel'))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Leave' }))
  await card('Mara')
  expect(api.calls('PUT /api/admin/characters/character-1/first-message')).toEqual([])
})

test('deletes any character after confirmation', async () => {
  api.addCharacter({ name: 'Mara', createdBy: 'somebody-else' })
  api.addCharacter({ name: 'Ines' })
  const { user } = await open()
  await card('Mara')
  await user.click(button('Delete Mara'))
  const question = within(screen.getByRole('alertdialog'))
  question.getByText('Are you sure you want to delete Mara? This action cannot be undone.')
  api.failNext('DELETE /api/admin/characters/character-1', 500, null)
  await user.click(question.getByRole('button', { name: 'Delete' }))
  await expectToast('Failed to delete character')
  await user.click(button('Delete Mara'))
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  await expectToast('Character deleted')
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Mara' })).toBeNull())
  await waitFor(() =>
    expect(screen.getByRole('link', { name: 'Ines' }).closest('article')!.contains(document.activeElement)).toBe(true)
  )
})

test('opens the image dialog of a character from its card', async () => {
  api.addCharacter({ name: 'Mara' })
  const { user } = await open()
  await card('Mara')
  await user.click(button('Change the image of Mara'))
  const dialog = within(screen.getByRole('dialog', { name: 'Change the image of Mara' }))
  await type(user, dialog.getByRole('textbox', { name: 'Image URL' }), 'https://example.com/m.png')
  await user.click(dialog.getByRole('button', { name: 'Update image' }))
  await expectToast('Image Updated')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(image('Mara')).toBe('https://example.com/m.png')
})
