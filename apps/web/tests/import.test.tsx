import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { browser } from '../src/lib/browser.ts'
import { CardImport } from '../src/features/cards/card_import.ts'
import { pickedMax } from '../src/features/cards/collect_files.ts'
import { contents, FakeCards, outcome, refused, report } from './fake_cards.ts'
import { FakeGallery } from './fake_gallery.ts'
import { renderApp } from './render_app.tsx'

const card = (name: string, bytes = 3) => new File([new Uint8Array(bytes)], name, { lastModified: 1 })

const chatLines = (name: string) =>
  [
    { user_name: 'Ada', character_name: name },
    { name, is_user: false, mes: 'Come in!' },
  ]
    .map((line) => JSON.stringify(line))
    .join('\n')

const openImport = async () => {
  const api = new FakeGallery()
  const cards = new FakeCards()
  const view = renderApp(api, '/import')
  const chooser = await screen.findByLabelText('Files to import')
  return { ...view, api, cards, choose: (...files: File[]) => view.user.upload(chooser, files) }
}

const rows = () => within(screen.getByRole('main')).getAllByRole('listitem')
const row = (name: string) => rows().find((one) => one.textContent?.includes(name))!
const start = (count: string) => screen.findByRole('button', { name: `Import ${count}` })
const reportHeading = () => screen.findByRole('heading', { name: 'Import report' })

test('previews the contents of files, imports the chosen ones and reports each', async () => {
  const { user, cards, choose } = await openImport()
  cards.outcomes.set('mira.png', [
    outcome('mira.png', {
      contents: contents({ lorebookEntries: 12, assets: 3, isNsfw: true, forbiddenWords: ['gore'] }),
      report: report({ kept: ['data.extensions.ours'], warnings: ['The spec version is a number.'] }),
    }),
  ])
  cards.outcomes.set('sea.json', [
    outcome('sea.json', { character: null, contents: null, lorebook: { id: null, name: 'Sea', entryCount: 7 } }),
  ])
  cards.outcomes.set('tree.png', [refused('tree.png', 'The picture holds no card.')])
  await choose(card('mira.png'), card('ann.json'), card('sea.json'), card('tree.png'))

  await start('3 files')
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Choose what to import' }))
  expect(row('mira.png').textContent).toContain('2 greetings · 12 lore entries · 3 assets')
  expect(row('mira.png').textContent).toContain('Adult')
  expect(row('mira.png').textContent).toContain('Stays private until you remove: gore')
  expect(row('sea.json').textContent).toContain('Lorebook · 7 entries')
  expect(row('tree.png').textContent).toContain('The picture holds no card.')
  expect(within(row('tree.png')).queryByRole('checkbox')).toBeNull()

  await user.click(screen.getByRole('checkbox', { name: 'ann' }))
  await user.click(await start('2 files'))
  expect(document.activeElement).toBe(await reportHeading())
  expect(cards.sent.map(({ address, names }) => [address, names])).toEqual([
    ['POST /api/cards?dryRun=true', ['mira.png', 'ann.json', 'sea.json', 'tree.png']],
    ['POST /api/cards?doubles=skip', ['mira.png', 'sea.json']],
  ])
  screen.getByText('Imported: 1 character and 1 lorebook. Not imported: 1.')
  expect(row('mira.png').textContent).toContain('Read as card V3 (chara_card_v3 3.0).')
  expect(row('mira.png').textContent).toContain('The spec version is a number.')
  expect(row('mira.png').textContent).toContain('data.extensions.ours')
  expect(screen.getByRole('link', { name: 'Open mira' }).getAttribute('href')).toBe('/character/id-of-mira')
  expect(screen.getByRole('link', { name: 'Start chat with mira' }).getAttribute('href')).toBe(
    '/chat/id-of-mira?new=true'
  )
  expect(screen.getByRole('link', { name: 'Open Sea' }).getAttribute('href')).toBe('/lorebooks/book-1')
  expect(row('tree.png').textContent).toContain('Not imported')
})

test('refuses files that cannot be cards, empty and too large ones without sending them', async () => {
  const { cards, choose } = await openImport()
  const large = card('large.png')
  Object.defineProperty(large, 'size', { value: 70 * 1_048_576 })
  await choose(card('song.mp3'), card('empty.json', 0), large, card('.DS_Store'))

  await screen.findByText('The file is 70 MB. The limit is 64 MB.')
  expect(row('song.mp3').textContent).toContain('This is not a card, a lorebook or a chat.')
  expect(row('empty.json').textContent).toContain('The file is empty.')
  expect(rows()).toHaveLength(3)
  expect(screen.getByRole('button', { name: 'Nothing chosen' })).toHaveProperty('disabled', true)
  expect(cards.sent).toEqual([])
})

test('skips cards that the user already has, unless a new version or a copy is chosen', async () => {
  const { user, cards, choose } = await openImport()
  const names = ['ann.png', 'bea.png', 'cat.png']
  for (const name of names)
    cards.outcomes.set(name, [
      outcome(name, { outcome: 'double', character: { id: `old-${name}`, name: name.slice(0, 3) } }),
    ])
  await choose(...names.map((name) => card(name)))

  expect(await screen.findByRole('button', { name: 'Nothing chosen' })).toHaveProperty('disabled', true)
  await user.selectOptions(screen.getByRole('combobox', { name: /^All 3 that you have/ }), 'version')
  await user.selectOptions(screen.getByRole('combobox', { name: 'You have bea' }), 'copy')
  await user.selectOptions(screen.getByRole('combobox', { name: 'You have cat' }), 'skip')
  await user.click(await start('2 files'))
  await reportHeading()
  expect(cards.sent.slice(1).map(({ address, names }) => [address, names])).toEqual([
    ['POST /api/cards?doubles=version', ['ann.png']],
    ['POST /api/cards?doubles=copy', ['bea.png']],
  ])
})

test('shows what an update would change, and offers it for other versions of a card', async () => {
  const { user, cards, choose } = await openImport()
  const match = {
    id: 'old',
    name: 'Mira',
    by: 'creator',
    differences: [
      { field: 'alternateGreetings', number: 2, before: 'Come in!', after: 'Come in, friend!' },
      { field: 'isNsfw', number: null, before: 'no', after: 'yes' },
    ],
    moreDifferences: 3,
  } as const
  cards.outcomes.set('mira.png', [outcome('mira.png', { match: { ...match, differences: [...match.differences] } })])
  cards.outcomes.set('same.png', [
    outcome('same.png', {
      outcome: 'double',
      character: { id: 'same', name: 'Same' },
      match: { ...match, name: 'Same', by: 'card', differences: [], moreDifferences: 0 },
    }),
  ])
  cards.outcomes.set('pack.zip', [
    outcome('pack.zip/ann.png'),
    outcome('pack.zip/bea.png', { match: { ...match, name: 'Bea', differences: null } }),
  ])
  await choose(card('mira.png'), card('same.png'), card('pack.zip'))

  await start('1 file')
  const details = within(row('mira.png'))
    .getByText(/What an update of Mira changes/)
    .closest('details')!
  expect(details.textContent).toContain('by the same creator')
  expect(details.textContent).toContain('Alternate greeting 2')
  expect(details.textContent).toContain('Adult' + 'before: no' + 'after: yes')
  expect(details.textContent).toContain('And 3 more changes.')
  expect(row('same.png').textContent).toContain('An update changes no text.')
  expect(row('pack.zip').textContent).toContain('There is too much to compare here.')
  expect(row('pack.zip').textContent).toContain('Other versions of your characters come in as new characters.')
  await user.selectOptions(screen.getByRole('combobox', { name: 'You have mira' }), 'Update (new version)')
  await user.click(await start('2 files'))
  await reportHeading()
  expect(cards.sent.slice(1).map(({ address, names }) => [address, names])).toEqual([
    ['POST /api/cards?doubles=version', ['mira.png']],
    ['POST /api/cards?doubles=skip', ['pack.zip']],
  ])
  expect(row('mira.png').textContent).toContain('Updated')
})

test('imports a chat with the character of the same import, and links to it', async () => {
  const { user, cards, choose, address } = await openImport()
  cards.chat = { messageCount: 1_204 }
  cards.outcomes.set('mira.png', [outcome('mira.png', { character: { id: null, name: 'Mira' } })])
  await choose(new File([chatLines('Mira')], 'Mira - 2024.jsonl'), card('mira.png'))

  await user.click(await start('2 files'))
  await reportHeading()
  expect(cards.sent.at(-1)).toEqual({
    address: 'POST /api/chats/import',
    names: ['Mira - 2024.jsonl'],
    characterId: 'id-of-mira',
  })
  expect(row('Chat with Mira').textContent).toContain('Chat with Mira · 1,204 messages')
  expect(row('Chat with Mira').textContent).toContain('Read as SillyTavern.')
  await user.click(screen.getByRole('link', { name: 'Continue this chat' }))
  expect(address()).toBe('/chat/id-of-mira?session=session-1')
})

test('proposes a character of the gallery for a chat, or asks for one', { tags: '@long' }, async () => {
  const { user, api, cards, choose } = await openImport()
  const noor = api.addCharacter({ name: 'Noor' })
  const vela = api.addCharacter({ name: 'Captain Vela' })
  cards.outcomes.set('dump.json', [refused('dump.json', 'This is a chat.', 'chat')])
  await choose(new File([chatLines('noor')], 'a.jsonl'), card('dump.json'))

  await start('1 file')
  expect(row('a.jsonl').textContent).toContain('With' + 'Noor')
  await user.type(screen.getByRole('searchbox', { name: 'Character of dump.json' }), 'vela')
  await user.click(await screen.findByRole('button', { name: /Captain Vela/ }))
  await user.click(await start('2 files'))
  await reportHeading()
  expect(cards.sent.slice(1).map(({ characterId }) => characterId)).toEqual([noor.id, vela.id])
})

test('asks for the character of a chat when its card is not chosen', async () => {
  const { user, cards, choose } = await openImport()
  cards.outcomes.set('mira.png', [outcome('mira.png', { character: { id: null, name: 'Mira' } })])
  await choose(card('mira.png'), new File([chatLines('Mira')], 'a.jsonl'))
  await start('2 files')
  await user.click(screen.getByRole('checkbox', { name: 'Mira' }))
  await screen.findByText('Choose Mira above as well, or another character.')
  expect(screen.getByRole('button', { name: 'Nothing chosen' })).toHaveProperty('disabled', true)
})

test('continues after a lost connection without repeating imports that may be done', { tags: '@long' }, async () => {
  const { user, cards, choose } = await openImport()
  cards.outcomes.set('ann.png', [outcome('ann.png', { outcome: 'double', character: { id: 'old', name: 'ann' } })])
  await choose(card('ann.png'), ...Array.from({ length: 9 }, (_, index) => card(`new-${index}.png`)))
  await start('9 files')
  await user.selectOptions(screen.getByRole('combobox', { name: 'You have ann' }), 'copy')
  cards.instead.push(
    (upload) => {
      upload.progress(1)
      upload.fail()
    },
    (upload) => cards.answer(upload),
    (upload) => upload.fail()
  )
  await user.click(await start('10 files'))

  expect(document.activeElement).toBe(await screen.findByRole('heading', { name: 'Import interrupted' }))
  expect(screen.getByRole('alert').textContent).toContain('9 files are not imported yet')
  expect(row('ann.png').textContent).toContain('this file may be imported already')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await screen.findByText('1 file is not imported yet')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await reportHeading()
  const imports = cards.sent.filter(({ address }) => !address.includes('dryRun')).map(({ names }) => names)
  expect(imports.map(({ length }) => length)).toEqual([1, 8, 1, 1])
  expect(imports.flat().filter((name) => name === 'ann.png')).toHaveLength(1)
  screen.getByText('Imported: 9 characters. Not imported: 1.')
})

test('cancels an import and keeps the files that are already imported', async () => {
  const { user, cards, choose } = await openImport()
  await choose(...Array.from({ length: 9 }, (_, index) => card(`new-${index}.png`)))
  await start('9 files')
  let isHeld = false
  cards.instead.push(
    (upload) => cards.answer(upload),
    (upload) => {
      upload.progress(0.5)
      isHeld = true
    }
  )
  await user.click(await start('9 files'))
  await waitFor(() => expect(isHeld).toBe(true))
  await screen.findByText('8 of 9 files imported')
  expect(screen.getByRole('progressbar', { name: 'Importing your files' }).getAttribute('aria-valuenow')).toBe('94')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await screen.findByText('Imported: 8 characters.')
  expect(screen.getByRole('alert').textContent).toContain('You canceled the import. Files imported so far are kept.')
})

test.each([
  [409, 'import_under_way', 'Another import of yours is running. Try again when it is done.'],
  [413, 'storage_full', 'Your files use 2,048 of 2,048 MB. Delete some of them first.'],
  [503, 'busy', 'Many files are arriving right now. Please try again in a moment.'],
])('stops for %i %s, says why and can go on', async (status, code, message) => {
  const { user, cards, choose } = await openImport()
  await choose(card('ann.png'))
  cards.instead.push((upload) => upload.respond('Failure', { code, message }, status))
  await user.click(await start('1 file'))
  await screen.findByText(message)
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await reportHeading()
  screen.getByText('Imported: 1 character.')
})

test('finds the file that a batch is refused for, and imports the others', async () => {
  const { user, cards, choose } = await openImport()
  await choose(card('ann.png'), card('bad.png'))
  await start('2 files')
  const refuse = (upload: Parameters<FakeCards['answer']>[0]) =>
    upload.respond('Failure', { code: 'too_large', message: 'The request is too large.' }, 413)
  cards.instead.push(refuse, (upload) => cards.answer(upload), refuse)
  await user.click(await start('2 files'))
  await reportHeading()
  expect(row('ann.png').textContent).toContain('Imported')
  expect(row('bad.png').textContent).toContain('The request is too large.')
})

test('reads the rest of the files when the preview lost its connection', async () => {
  const { user, cards, choose } = await openImport()
  cards.instead.push((upload) => upload.fail())
  await choose(card('ann.png'))
  await screen.findByText('1 file was not read yet')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await start('1 file')
})

test('shows the contents of an archive', async () => {
  const { cards, choose } = await openImport()
  cards.outcomes.set('pack.zip', [
    outcome('pack.zip/ann.png'),
    outcome('pack.zip/bea.png', { outcome: 'double', character: { id: 'old', name: 'bea' } }),
    refused('pack.zip/x.txt', 'No card.'),
  ])
  await choose(card('pack.zip'))
  await start('1 file')
  expect(row('pack.zip').textContent).toContain('2 characters · you have 1 of them · 1 not readable')
})

test('limits the number of files at a time, and says so', async () => {
  const cardImport = new CardImport(async () => [])
  const file = card('song.mp3')
  const picked = Array.from({ length: pickedMax + 1 }, (_, index) => ({ file, folders: [String(index)] }))
  await cardImport.add(picked)
  expect(cardImport.state.current()).toMatchObject({ isOverfull: true, items: { length: pickedMax } })
})

test('opens the import with files that are dropped on the gallery', async () => {
  const api = new FakeGallery()
  new FakeCards()
  const { address } = renderApp(api, '/')
  await screen.findByRole('heading', { name: 'Discover characters' })
  const dataTransfer = { types: ['Files'], files: [card('ann.png')] }
  // Browsers repeat this event, too.
  await waitFor(() => {
    fireEvent.dragOver(document.body, { dataTransfer })
    screen.getByText('Drop to import')
  })
  act(() => void fireEvent.drop(document.body, { dataTransfer }))
  await start('1 file')
  expect(address()).toBe('/import')
  expect(screen.queryByText('Drop to import')).toBeNull()
})

test('reads dropped folders, and finds the character of a chat by its folder', async () => {
  const { api } = await openImport()
  api.addCharacter({ name: 'Noor' })
  const fileEntry = (file: File) => ({
    isFile: true,
    name: file.name,
    file: (done: (file: File) => void) => done(file),
  })
  const folder = (name: string, entries: object[]) => ({
    isFile: false,
    name,
    createReader: () => {
      const parts = [entries, []]
      return { readEntries: (done: (part: unknown) => void) => done(parts.shift()) }
    },
  })
  const tree = folder('chats', [
    folder('Noor', [fileEntry(new File(['{}'], '2024.jsonl'))]),
    fileEntry(card('ann.png')),
  ])
  fireEvent.drop(document.body, {
    dataTransfer: { types: ['Files'], items: [{ kind: 'file', webkitGetAsEntry: () => tree }] },
  })
  await start('2 files')
  expect(row('chats/Noor/2024.jsonl').textContent).toContain('WithNoor')
})

test('downloads a character as a card, and all characters of the profile', async () => {
  const api = new FakeGallery()
  const download = vi.spyOn(browser, 'download').mockImplementation(() => {})
  api.addCharacter({ id: 'mine', name: 'Mara', createdBy: api.user!.id })
  api.extras.set('mine', { hasOriginal: true })
  const { user, goTo } = renderApp(api, '/profile')
  await user.click((await screen.findAllByRole('button', { name: 'Download Mara' }))[0]!)
  await user.click(await screen.findByRole('menuitem', { name: 'PNG card (V3 + V2)' }))
  await user.click(screen.getAllByRole('button', { name: 'Download all my cards' })[0]!)
  await goTo('/character/mine')
  await user.click(await screen.findByRole('button', { name: 'More options for Mara' }))
  await user.click(await screen.findByRole('menuitem', { name: 'JSON, V2 (without pictures)' }))
  await user.click(await screen.findByRole('button', { name: 'More options for Mara' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Original file' }))
  expect(download.mock.calls.flat()).toEqual([
    '/api/characters/mine/card?format=png&spec=v3',
    '/api/cards/export',
    '/api/characters/mine/card?format=json&spec=v2',
    '/api/characters/mine/original',
  ])
})

test('offers no card of a character whose creator does not allow copies', async () => {
  const api = new FakeGallery()
  api.addCharacter({ id: 'other', name: 'Mara' })
  const { user } = renderApp(api, '/character/other')
  await user.click(await screen.findByRole('button', { name: 'More options for Mara' }))
  expect((await screen.findByRole('menuitem', { name: 'Import a chat' })).getAttribute('href')).toBe('/import')
  expect(screen.queryByText('Download card')).toBeNull()
})
