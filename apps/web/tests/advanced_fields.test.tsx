import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { CharacterExtras } from './fake_answers.ts'
import { FakeAuthoring } from './fake_authoring.ts'
import { renderApp } from './render_app.tsx'

let api: FakeAuthoring
beforeEach(() => {
  api = new FakeAuthoring()
})

const addMara = (extras: Partial<CharacterExtras> = {}) => {
  const avatar = 'https://example.com/mara.png'
  api.addOwn({ id: 'mara', name: 'Mara Venn', avatar, background: avatar, backstory: 'Eleven winters.' })
  api.extras.set('mara', extras)
}

const openForm = async (path = '/edit-character/mara') => {
  const app = renderApp(api, path)
  await screen.findByRole('heading', { level: 2, name: 'Advanced' })
  return app
}
const topic = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name}`), expanded: false })
const textbox = (name: string) => screen.getByRole<HTMLTextAreaElement>('textbox', { name })
const fill = (name: string, text: string) => fireEvent.change(textbox(name), { target: { value: text } })
const button = (name: string) => screen.getByRole('button', { name })
const save = () => button('Save Changes')
const requests = () => api.calls('PUT /api/characters/mara')
const greetings = () =>
  within(screen.getByRole('list', { name: 'Alternate greetings' }))
    .getAllByRole('button', { name: /alternate greeting \d+:/ })
    .map(({ textContent }) => textContent)

test('folds the topics, and says what is in them', async () => {
  addMara({ alternateGreetings: ['Ahoy.', 'You again?'], systemPrompt: 'Stay at sea.', definitionPublic: false })
  await openForm()
  expect(topic('Greetings').textContent).toBe('Greetings2 alternate')
  expect(topic('Instructions').textContent).toBe('InstructionsSystem prompt')
  expect(topic('Sharing').textContent).toBe('SharingDefinition private')
  expect(topic('Pictures').textContent).toBe('Pictures')
  expect(screen.queryByRole('textbox', { name: 'System prompt' })).toBeNull()
})

test('sends only the parts that changed', { tags: '@long' }, async () => {
  addMara({ alternateGreetings: ['Ahoy.'], systemPrompt: 'Stay at sea.', allowForks: true })
  const { user } = await openForm()
  await user.click(topic('Dialogue'))
  await user.type(await screen.findByRole('textbox', { name: 'Example dialogue' }), 'Ahoy.')
  await user.click(topic('Instructions'))
  await screen.findByRole('textbox', { name: 'Depth note' })
  fill('Depth note', 'It rains.')
  fireEvent.change(screen.getByRole('spinbutton', { name: 'Depth' }), { target: { value: '2' } })
  await user.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'User')
  await user.click(topic('Names and credits'))
  await screen.findByRole('textbox', { name: 'Sources' })
  fill('Sources', 'https://example.com\n\nA book')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Language of a translation' }), 'German')
  await user.click(button('Add translation'))
  expect(document.activeElement).toBe(textbox('In German'))
  await user.keyboard('Hallo.')
  await user.click(save())
  await waitFor(() =>
    expect(requests()).toEqual([
      {
        exampleDialogue: 'Ahoy.',
        depthNote: { text: 'It rains.', depth: 2, role: 'user' },
        creatorNotes: { text: '', translations: { de: 'Hallo.' } },
        source: ['https://example.com', 'A book'],
      },
    ])
  )
  expect(api.extras.get('mara')).toMatchObject({ alternateGreetings: ['Ahoy.'], systemPrompt: 'Stay at sea.' })
})

test('removes a depth note with its text, and ignores an impossible depth', async () => {
  addMara({ depthNote: { text: 'It rains.', depth: 2, role: 'user' } })
  const { user } = await openForm()
  await user.click(topic('Instructions'))
  const depth = await screen.findByRole<HTMLInputElement>('spinbutton', { name: 'Depth' })
  fireEvent.change(depth, { target: { value: '10001' } })
  fireEvent.blur(depth)
  expect(depth.value).toBe('2')
  await screen.findByRole('textbox', { name: 'Depth note' })
  fill('Depth note', '')
  await user.click(save())
  await waitFor(() => expect(requests()).toEqual([{ depthNote: null }]))
})

test('adds, moves and removes greetings by keyboard, and brings a removed one back', { tags: '@long' }, async () => {
  addMara({ alternateGreetings: ['One.', 'Two.'] })
  const { user } = await openForm()
  await user.click(topic('Greetings'))
  await user.click(await screen.findByRole('button', { name: 'Add alternate greeting' }))
  expect(document.activeElement).toBe(textbox('Alternate greeting 3'))
  await user.keyboard('Three.')
  button('Move alternate greeting 3 up').focus()
  await user.keyboard('{Enter}{Enter}')
  // The greeting is now the first one, so the focus moves to its Down button.
  expect(document.activeElement).toBe(button('Move alternate greeting 1 down'))
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(button('Move alternate greeting 2 down'))
  await user.click(button('Move alternate greeting 2 up'))
  expect(greetings().map((text) => /(One|Two|Three)/.exec(text)![0])).toEqual(['Three', 'One', 'Two'])
  button('Remove alternate greeting 2').focus()
  await user.keyboard('{Enter}')
  expect(document.activeElement?.textContent).toContain('Two.')
  await user.click(screen.getByRole('button', { name: /^Edit alternate greeting 2/ }))
  fill('Alternate greeting 2', 'Two, changed.')
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await user.click(save())
  await waitFor(() => expect(requests()).toEqual([{ alternateGreetings: ['Three.', 'One.', 'Two, changed.'] }]))
})

test('accepts the maximum number of greetings and adds no more', { tags: '@long' }, async () => {
  addMara({ alternateGreetings: Array.from({ length: 300 }, (_, n) => `Greeting of day ${n}.`) })
  const { user } = await openForm()
  await user.click(topic('Greetings'))
  await screen.findByRole('list', { name: 'Alternate greetings' })
  expect(greetings()).toHaveLength(300)
  expect(screen.getByText('300 / 300')).toBeTruthy()
  await user.click(button('Add alternate greeting'))
  expect(greetings()).toHaveLength(300)
})

test('counts the tokens of a text, and names the models that it fits', async () => {
  addMara()
  const { user } = await openForm()
  await user.click(topic('Instructions'))
  await screen.findByRole('textbox', { name: 'System prompt' })
  fill('System prompt', 'Stay at sea.')
  expect(await screen.findByText(/^About \d+ tokens\.$/)).toBeTruthy()
  expect(screen.getByText('Fits every model.')).toBeTruthy()
  fill('System prompt', 'word '.repeat(3_600))
  expect(await screen.findByText('Fits only ReMM 13B and MythoMax 13B.')).toBeTruthy()
  fill('System prompt', 'word '.repeat(9_000))
  expect(await screen.findByText('Too long for every model.')).toBeTruthy()
})

test('shows the server’s refusal at a field in a folded topic, which it opens', async () => {
  addMara()
  const { user } = await openForm()
  await user.click(topic('Names and credits'))
  await screen.findByRole('textbox', { name: 'Nickname' })
  fill('Nickname', 'Mo')
  await user.click(screen.getByRole('button', { name: /^Names and credits/, expanded: true }))
  const message = 'The nickname may not be that.'
  const errors = [{ field: 'nickname', rule: 'hidden', message }]
  api.failNext('PUT /api/characters/mara', 422, { message, code: 'validation_failed', errors } as never)
  await user.click(save())
  await waitFor(() => expect(document.activeElement).toBe(textbox('Nickname')))
  expect(screen.getByText(message, { selector: 'p' })).toBeTruthy()
  expect(textbox('Nickname').getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('One field needs attention:')).toBeTruthy()
})

test('checks the parts by the server’s rules before it sends them', async () => {
  addMara()
  const { user } = await openForm()
  await user.click(topic('Greetings'))
  await user.click(await screen.findByRole('button', { name: 'Add group greeting' }))
  fill('Group greeting 1', 'x'.repeat(50_001))
  await user.click(save())
  expect(
    await screen.findByText('A greeting may have at most 50,000 characters.', { selector: 'p[aria-live]' })
  ).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Group greetings' })))
  expect(requests()).toEqual([])
})

test('keeps a draft of the parts', async () => {
  addMara({ alternateGreetings: ['One.'] })
  const { user, unmount } = await openForm()
  await user.click(topic('Greetings'))
  await user.click(await screen.findByRole('button', { name: 'Add alternate greeting' }))
  await user.keyboard('Two.')
  await user.click(topic('Sharing'))
  await user.click(await screen.findByRole('checkbox', { name: /^Allow forks/ }))
  unmount()
  await openForm()
  expect(screen.getByText('Draft restored')).toBeTruthy()
  expect(topic('Greetings').textContent).toBe('Greetings2 alternate')
  await user.click(save())
  await waitFor(() => expect(requests()).toEqual([{ alternateGreetings: ['One.', 'Two.'], allowForks: true }]))
})

test('chooses among the user’s own lorebooks, and drops deleted ones', async () => {
  const sea = api.lore.add({ name: 'The sea' })
  api.lore.add({ name: 'Harrow Point' })
  addMara({ lorebookIds: ['gone', sea.id] })
  const { user } = await openForm()
  await user.click(topic('Lorebooks'))
  await user.click(await screen.findByRole('checkbox', { name: /^Harrow Point/ }))
  await user.click(screen.getByRole('checkbox', { name: /^A deleted lorebook/ }))
  expect(screen.getByRole('checkbox', { name: /^The sea/ })).toHaveProperty('checked', true)
  expect(screen.getByRole('link', { name: 'Your lorebooks' }).getAttribute('href')).toBe('/lorebooks')
})

test('loads the lorebooks again after a failure, and says when there are none', async () => {
  addMara()
  api.failNext('GET /api/lorebooks', 500)
  const { user } = await openForm()
  await user.click(topic('Lorebooks'))
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('You have no lorebooks yet.')).toBeTruthy()
})

test('adds pictures with a type and a name', async () => {
  addMara({ assets: [{ type: 'x_pose', name: 'stands', address: 'https://example.com/1.png' }] })
  const { user } = await openForm()
  await user.click(topic('Pictures'))
  await user.click(await screen.findByRole('button', { name: 'Add picture' }))
  fill('Address of picture 2', 'https://example.com/2.png')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'Background')
  fill('Name of the picture', 'pier')
  await user.click(save())
  await waitFor(() =>
    expect(requests()).toEqual([
      {
        assets: [
          { type: 'x_pose', name: 'stands', address: 'https://example.com/1.png' },
          { type: 'background', name: 'pier', address: 'https://example.com/2.png' },
        ],
      },
    ])
  )
})

test('sends a new character with the parts that were filled in', { tags: '@long' }, async () => {
  const { user } = await openForm('/create-character')
  const texts = { Name: 'Mara', Description: 'A keeper.', Personality: 'Dry.', Backstory: 'Eleven winters.' }
  for (const [name, text] of Object.entries(texts)) fill(name, text)
  fill('Address of avatar', 'https://example.com/mara.png')
  await user.click(topic('Names and credits'))
  await screen.findByRole('textbox', { name: 'Nickname' })
  fill('Nickname', 'Mo')
  await user.click(button('Create Character'))
  await waitFor(() => expect(api.calls('POST /api/characters')).toHaveLength(1))
  const [body] = api.calls('POST /api/characters') as [Record<string, unknown>]
  expect(body).toMatchObject({ name: 'Mara', nickname: 'Mo' })
  for (const part of ['alternateGreetings', 'depthNote', 'source', 'definitionPublic'])
    expect(body).not.toHaveProperty(part)
})
