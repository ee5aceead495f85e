import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { browser } from '../src/lib/browser.ts'
import { expectToast } from './expect_toast.ts'
import { FakeApi } from './fake_api.ts'
import { recordUploads } from './fake_upload.ts'
import { renderApp } from './render_app.tsx'

let api: FakeApi
beforeEach(() => {
  api = new FakeApi()
})

const button = (name: string | RegExp) => screen.getByRole('button', { name })
const item = async (user: UserEvent, name: string) => user.click(await screen.findByRole('menuitem', { name }))

const openList = async () => {
  const app = renderApp(api, '/lorebooks')
  await screen.findByRole('heading', { level: 1, name: 'Lorebooks' })
  return app
}

const openBook = async (book: { id: string; name: string }) => {
  const app = renderApp(api, `/lorebooks/${book.id}`)
  await screen.findByRole('heading', { level: 1, name: book.name })
  await screen.findByText(/^\d+ entr/)
  return app
}

/** Opens an entry and returns the sheet with its editor. */
const openEntry = async (user: UserEvent, title: string) => {
  await user.click(await screen.findByRole('button', { name: new RegExp(`^${title}`) }))
  return within(await screen.findByRole('dialog', { name: title }))
}
type Editor = Awaited<ReturnType<typeof openEntry>>

const fill = async (user: UserEvent, field: HTMLElement, text: string) => {
  await user.clear(field)
  await user.click(field)
  await user.paste(text)
}
const saveIn = (user: UserEvent, within: Pick<Editor, 'getByRole'>) =>
  user.click(within.getByRole('button', { name: 'Save changes' }))

const rows = () =>
  [...document.querySelectorAll('[data-entry]')].map((row) => row.querySelector('span span')?.textContent)

test('explains lorebooks when there are none, and opens a new one', { tags: '@long' }, async () => {
  const { user, address } = await openList()
  expect(await screen.findByText(/A lorebook holds short texts with keys/)).toBeTruthy()
  await user.click(button('New lorebook'))
  const dialog = within(screen.getByRole('dialog', { name: 'New lorebook' }))
  await user.click(dialog.getByRole('button', { name: 'Create' }))
  expect(dialog.getByText('Please give the lorebook a name.')).toBeTruthy()
  await fill(user, dialog.getByRole('textbox', { name: 'Name' }), 'Harrow Point')
  await user.click(dialog.getByRole('button', { name: 'Create' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Harrow Point' })).toBeTruthy()
  expect(address()).toBe(`/lorebooks/${api.lore.books[0]!.id}`)
  expect(await screen.findByText('No entries yet')).toBeTruthy()
  expect(document.title).toBe('Harrow Point · Facet')
})

test(
  'lists lorebooks with their entries and uses, exports them, and deletes one after a question',
  { tags: '@long' },
  async () => {
    const three = ['Ada', 'Bo', 'Cy'].map((name) => ({ id: name, name }))
    api.lore.add({ name: 'Land', usedBy: { characters: three, count: 5 } })
    const sea = api.lore.add({ alwaysOn: true, usedBy: { characters: three.slice(0, 2), count: 2 } }, [{}, {}])
    const download = vi.spyOn(browser, 'download').mockImplementation(() => {})
    const { user } = await openList()
    expect(await screen.findByText('2 entries · Used by Ada and Bo')).toBeTruthy()
    expect(screen.getByText('0 entries · Used by Ada, Bo, Cy and 2 more')).toBeTruthy()
    expect(screen.getAllByText('Always on')).toHaveLength(1)
    await user.click(button('More for Sea'))
    await item(user, 'SillyTavern')
    expect(download).toHaveBeenCalledWith(`/api/lorebooks/${sea.id}/export?format=sillytavern`)
    await user.click(button('More for Sea'))
    await item(user, 'Delete lorebook')
    const question = within(screen.getByRole('alertdialog'))
    expect(
      question.getByText(/2 entries will be deleted with it. 2 characters will lose it. You can’t undo/)
    ).toBeTruthy()
    await user.click(question.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Sea' })).toBeNull())
    expect(api.lore.books.map(({ name }) => name)).toEqual(['Land'])
  }
)

test('shows that the list failed, and loads it again', async () => {
  api.failNext('GET /api/lorebooks', 503)
  const { user } = await openList()
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('No lorebooks yet')).toBeTruthy()
})

test('imports a file, and says what was read differently or refused', async () => {
  const uploads = recordUploads()
  const { user } = await openList()
  const choose = () =>
    user.upload(
      screen.getByLabelText('Choose a lorebook file'),
      new File(['{}'], 'sea.json', { type: 'application/json' })
    )
  await choose()
  await screen.findByRole('dialog', { name: 'Importing…' })
  expect([uploads[0]!.address, uploads[0]!.file?.name]).toEqual(['POST /api/lorebooks/import', 'sea.json'])
  act(() =>
    uploads[0]!.respond('LorebookImportAnswer', {
      id: 'new',
      name: 'Sea',
      entryCount: 3,
      report: {
        format: 'sillytavern',
        spec: null,
        kept: ['extensions.x'],
        warnings: ['Entry 2 has no text.'],
        refusedBecause: null,
      },
    })
  )
  const done = within(await screen.findByRole('dialog', { name: 'Lorebook imported' }))
  expect(done.getByText('Entry 2 has no text.')).toBeTruthy()
  expect(done.getByText('extensions.x')).toBeTruthy()
  expect(done.getByRole('link', { name: 'Open the lorebook' }).getAttribute('href')).toBe('/lorebooks/new')
  await user.click(done.getByRole('button', { name: 'Close' }))

  await choose()
  await waitFor(() => expect(uploads).toHaveLength(2))
  act(() => uploads[1]!.respond('Failure', { code: 'unreadable', message: 'This file has no lorebook.' }, 422))
  expect(
    within(await screen.findByRole('dialog', { name: 'Not imported' })).getByText('This file has no lorebook.')
  ).toBeTruthy()
})

test('saves an entry: keys as chips, further keys with their logic, advanced fields', async () => {
  const book = api.lore.add({}, [{ name: 'Dragon', keys: ['dragon'], content: 'Sleeps.' }])
  const { user } = await openBook(book)
  const editor = await openEntry(user, 'Dragon')
  expect(editor.getByText(/^about \d tokens$/)).toBeTruthy()
  await user.type(editor.getByRole('textbox', { name: 'Add a key: Keys' }), 'wyrm, wurm{Enter}/a,b/{Enter}')
  await user.click(editor.getByRole('button', { name: 'Remove dragon' }))
  await user.click(editor.getByRole('checkbox', { name: 'Also require or exclude other keys' }))
  await user.type(editor.getByRole('textbox', { name: /Further keys$/ }), 'cave')
  await user.selectOptions(editor.getByRole('combobox', { name: /^Use the entry when/ }), 'none is there')
  await user.selectOptions(editor.getByRole('combobox', { name: 'Position' }), 'In the chat, at a depth')
  await fill(user, editor.getByRole('spinbutton', { name: 'Depth' }), '2')
  await user.click(editor.getByRole('button', { name: 'Advanced' }))
  await fill(user, editor.getByRole('spinbutton', { name: 'Probability in percent' }), '12.5')
  await user.type(editor.getByRole('textbox', { name: /Names of characters$/ }), 'Mo{Enter}')
  await saveIn(user, editor)
  await editor.findByText('All changes saved')
  expect(api.lore.entriesOf(book)[0]).toMatchObject({
    keys: ['wyrm', 'wurm', '/a,b/'],
    selective: true,
    secondaryKeys: ['cave'],
    logic: 'not_any',
    position: 'at_depth',
    depth: 2,
    probability: 12.5,
    characterFilter: { exclude: false, names: ['Mo'], tags: [] },
    revision: 2,
  })
})

test('keeps unsaved changes when the entry is closed, and asks before leaving', { tags: '@long' }, async () => {
  const book = api.lore.add({}, [{ name: 'Dragon' }, { name: 'Elf' }])
  const { user, goTo, address } = await openBook(book)
  const editor = await openEntry(user, 'Dragon')
  await user.type(editor.getByRole('textbox', { name: 'Text' }), 'Asleep.')
  await user.click(editor.getByRole('button', { name: 'Close' }))
  expect(screen.getByText('Not saved')).toBeTruthy()
  await goTo('/lorebooks')
  const question = within(await screen.findByRole('alertdialog', { name: 'Leave without saving?' }))
  await user.click(question.getByRole('button', { name: 'Cancel' }))
  expect(address()).toBe(`/lorebooks/${book.id}`)
  const again = await openEntry(user, 'Dragon')
  expect(again.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text' }).value).toBe('Asleep.')
  await saveIn(user, again)
  await again.findByText('All changes saved')
  await user.click(again.getByRole('button', { name: 'Close' }))
  expect(screen.queryByText('Not saved')).toBeNull()
  expect(api.lore.entriesOf(book)[0]!.content).toBe('Asleep.')
})

test('offers to reload or overwrite when another tab has changed the entry', { tags: '@long' }, async () => {
  const book = api.lore.add({}, [{ name: 'Dragon', content: 'Sleeps.' }])
  const { user } = await openBook(book)
  const editor = await openEntry(user, 'Dragon')
  const text = () => editor.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text' })
  await fill(user, text(), 'Mine.')
  api.lore.changeElsewhere(book, 'Dragon', { content: 'Theirs.', order: 7 })
  await saveIn(user, editor)
  expect(await editor.findByText('Changed in another tab')).toBeTruthy()
  expect(text().value).toBe('Mine.')
  await user.click(editor.getByRole('button', { name: 'Overwrite' }))
  await editor.findByText('All changes saved')
  // The field that only the other tab has changed keeps its value.
  expect(api.lore.entriesOf(book)[0]).toMatchObject({ content: 'Mine.', order: 7 })

  await fill(user, text(), 'Mine again.')
  api.lore.changeElsewhere(book, 'Dragon', { content: 'Theirs again.' })
  await saveIn(user, editor)
  await user.click(await editor.findByRole('button', { name: 'Reload' }))
  expect(text().value).toBe('Theirs again.')
  expect(editor.getByText('All changes saved')).toBeTruthy()
})

test('offers to add an entry again that another tab has deleted', { tags: '@long' }, async () => {
  const book = api.lore.add({}, [{ name: 'Dragon', keys: ['dragon'] }, { name: 'Elf' }])
  const { user } = await openBook(book)
  const editor = await openEntry(user, 'Dragon')
  await fill(user, editor.getByRole('textbox', { name: 'Text' }), 'Mine.')
  api.lore.entries.set(book.id, api.lore.entriesOf(book).slice(1))
  await saveIn(user, editor)
  await user.click(await editor.findByRole('button', { name: 'Add it again' }))
  await waitFor(() => expect(api.lore.titles(book)).toEqual(['Dragon', 'Elf']))
  expect(api.lore.entriesOf(book)[0]).toMatchObject({ keys: ['dragon'], content: 'Mine.' })
})

test('shows the server’s reason next to the field', { tags: '@long' }, async () => {
  const book = api.lore.add({}, [{ name: 'Dragon' }])
  const { user } = await openBook(book)
  await user.click(screen.getByRole('tab', { name: 'Settings' }))
  const panel = within(screen.getByRole('tabpanel', { name: 'Settings' }))
  await fill(user, panel.getByRole('textbox', { name: 'Name' }), ' ')
  await saveIn(user, panel)
  expect(await panel.findByText('Please give the lorebook a name.')).toBeTruthy()
  await fill(user, panel.getByRole('textbox', { name: 'Name' }), 'Land')
  await user.click(panel.getByRole('switch', { name: /^Always on/ }))
  await fill(user, panel.getByRole('spinbutton', { name: 'Token budget' }), '500')
  await saveIn(user, panel)
  await panel.findByText('All changes saved')
  expect(api.lore.books[0]).toMatchObject({
    name: 'Land',
    alwaysOn: true,
    tokenBudget: 500,
    scanDepth: null,
    revision: 2,
  })
  expect(screen.getByRole('heading', { level: 1, name: 'Land' })).toBeTruthy()

  Object.assign(api.lore.books[0]!, { name: 'Sky', revision: 3 })
  await user.click(panel.getByRole('switch', { name: /^Always on/ }))
  await saveIn(user, panel)
  await user.click(await panel.findByRole('button', { name: 'Overwrite' }))
  await panel.findByText('All changes saved')
  expect(api.lore.books[0]).toMatchObject({ name: 'Sky', alwaysOn: false })
})

test('switches, moves, duplicates and deletes entries, and undoes a deletion', { tags: '@long' }, async () => {
  const book = api.lore.add({}, [{ name: 'A' }, { name: 'B', content: 'Bee.' }, { name: 'C' }])
  const { user } = await openBook(book)
  await user.click(screen.getByRole('switch', { name: 'B is on' }))
  await waitFor(() => expect(api.lore.entriesOf(book)[1]!.enabled).toBe(false))

  button('Move C').focus()
  await user.keyboard('{ArrowUp}')
  expect(rows()).toEqual(['A', 'C', 'B'])
  expect(screen.getByText('C is now 2 of 3.')).toBeTruthy()
  expect(document.activeElement).toBe(button('Move C'))
  await user.keyboard('{Home}{End}{ArrowUp}')
  await waitFor(() => expect(api.lore.titles(book)).toEqual(['A', 'C', 'B']))
  await user.click(button('More for B'))
  await item(user, 'Move to the top')
  await waitFor(() => expect(api.lore.titles(book)).toEqual(['B', 'A', 'C']))

  await user.click(button('More for B'))
  await item(user, 'Duplicate')
  await waitFor(() => expect(api.lore.titles(book)).toEqual(['B', 'B', 'A', 'C']))
  expect(api.lore.entriesOf(book)[1]).toMatchObject({ content: 'Bee.', enabled: false })

  await user.click(button('More for A'))
  await item(user, 'Delete')
  await waitFor(() => expect(api.lore.titles(book)).toEqual(['B', 'B', 'C']))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(api.lore.titles(book)).toEqual(['B', 'B', 'A', 'C']))
  expect(rows()).toEqual(['B', 'B', 'A', 'C'])
})

test('loads the entries again when a switch is stale', async () => {
  const book = api.lore.add({}, [{ name: 'A' }])
  const { user } = await openBook(book)
  api.lore.changeElsewhere(book, 'A', { name: 'A2' })
  await user.click(screen.getByRole('switch', { name: 'A is on' }))
  await expectToast('Changed in another tab')
  expect(await screen.findByRole('switch', { name: 'A2 is on', checked: true })).toBeTruthy()
})

test('finds entries by title, key and text, and shows the whole list again after adding one', async () => {
  const book = api.lore.add({}, [
    { name: 'Dragon' },
    { name: 'Elf', keys: ['pointed ears'] },
    { name: 'Orc', content: 'Has no EARS.' },
  ])
  const { user } = await openBook(book)
  await user.type(screen.getByRole('searchbox', { name: 'Search entries' }), 'ears')
  await waitFor(() => expect(rows()).toEqual(['Elf', 'Orc']))
  expect(screen.queryByRole('button', { name: 'Move Elf' })).toBeNull()
  await user.type(screen.getByRole('searchbox', { name: 'Search entries' }), 'x')
  expect(await screen.findByText('Nothing found')).toBeTruthy()
  await user.click(button('Add entry'))
  await screen.findByRole('dialog', { name: 'Untitled entry' })
  expect(api.lore.titles(book)).toEqual(['', 'Dragon', 'Elf', 'Orc'])
})

test('tests a text or a chat, shows why entries are used or not, and opens one', { tags: '@long' }, async () => {
  const book = api.lore.add({}, [{ name: 'Dragon' }, { name: 'Elf' }])
  const [dragon, elf] = api.lore.entriesOf(book)
  const lorebookId = book.id
  api.lore.test = {
    used: [{ lorebookId, entryId: dragon!.id, because: 'The key “dragon” is in the text.', reason: 'key', tokens: 7 }],
    left: [{ lorebookId, entryId: elf!.id, because: 'No key is in the text.', reason: 'no_key_found' }],
    tokens: 7,
  }
  const mara = api.addCharacter()
  const chat = api.addChat(mara.id, ['Hello'])
  const { user } = await openBook(book)
  await user.click(screen.getByRole('tab', { name: 'Test' }))
  const panel = within(screen.getByRole('tabpanel', { name: 'Test' }))
  await user.type(panel.getByRole('textbox', { name: 'Text' }), 'A dragon!')
  await user.click(panel.getByRole('button', { name: 'Test' }))
  const used = within(await panel.findByRole('region', { name: 'Used: 1 entry' }))
  expect(used.getByText('The key “dragon” is in the text.')).toBeTruthy()
  expect(used.getByText('about 7 tokens')).toBeTruthy()
  const left = within(panel.getByRole('region', { name: 'Not used: 1 entry' }))
  expect(left.getByText('No key is in the text.')).toBeTruthy()
  const sent = () => api.requests.findLast(({ path }) => path === '/api/lorebooks/test')!.body
  expect(sent()).toEqual({ lorebookIds: [book.id], text: 'A dragon!' })

  await user.selectOptions(panel.getByRole('combobox', { name: 'Test on' }), mara.name)
  await user.click(panel.getByRole('button', { name: 'Test' }))
  await waitFor(() => expect(sent()).toEqual({ lorebookIds: [book.id], sessionId: chat.session.id }))
  await user.click(await panel.findByRole('button', { name: /^Elf/ }))
  expect(await screen.findByRole('dialog', { name: 'Elf' })).toBeTruthy()
})

test('says that a lorebook does not exist', async () => {
  renderApp(api, '/lorebooks/unknown')
  expect(await screen.findByRole('heading', { level: 1, name: 'Lorebook not found' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Your lorebooks' }).getAttribute('href')).toBe('/lorebooks')
})
