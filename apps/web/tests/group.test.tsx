import type { Alternate } from '#modules/chat/api'
import type { Character } from '#modules/gallery/api'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { aiNotice } from './fake_answers.ts'
import { FakeGroupApi, type FakeGroup, type FakeTurn } from './fake_groups.ts'
import { renderApp } from './render_app.tsx'

let api: FakeGroupApi
let mara: Character
let odo: Character
let turns: FakeTurn[]
beforeEach(() => {
  api = new FakeGroupApi()
  mara = api.addCharacter({ name: 'Mara' })
  odo = api.addCharacter({ name: 'Odo' })
  turns = []
  api.onTurn = (turn) => turns.push(turn)
})

const address = ({ session }: FakeGroup, call = '') => `/api/group-chats/${session.id}${call}`
const open = async (group = api.addGroup([mara.id, odo.id])) => {
  const app = renderApp(api, `/group/${group.session.id}`)
  const field = await screen.findByRole('textbox', { name: 'Message the group' })
  await waitFor(() => expect(api.listeners).toBe(1))
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Model' }).textContent).toContain('MythoMist 7B'))
  return { ...app, group, field }
}
const list = () => screen.getByRole('region', { name: 'Messages' })
const items = () => within(list()).getAllByRole('listitem')
const characters = () => within(screen.getByRole('list', { name: 'Characters' }))
const turn = async (count = 1) => {
  await waitFor(() => expect(turns).toHaveLength(count))
  return turns[count - 1]!
}
const say = (written: FakeTurn, text: string) => {
  act(() => written.chunk(text))
  act(() => void written.complete())
}

test('creates a group from searched characters', { tags: '@long' }, async () => {
  const { user, address: place } = renderApp(api, '/memory')
  await user.click(await screen.findByRole('button', { name: 'New group' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New group' }))
  expect(dialog.getByRole('button', { name: /^Start/ })).toHaveProperty('disabled', true)
  await user.type(dialog.getByRole('textbox', { name: /^Title/ }), 'The pier')
  await user.click(await dialog.findByRole('button', { name: 'Mara' }))
  expect(dialog.getByRole('button', { name: 'Mara' }).getAttribute('aria-pressed')).toBe('true')
  await user.click(dialog.getByRole('button', { name: 'Odo' }))
  await user.click(dialog.getByRole('button', { name: /^Start/ }))
  expect(await screen.findByRole('heading', { name: 'The pier' })).toBeTruthy()
  expect(api.calls('POST /api/group-chats')).toEqual([{ characterIds: [mara.id, odo.id], title: 'The pier' }])
  expect(place()).toBe(`/group/${api.groups[0]!.session.id}`)
  expect(items()).toHaveLength(1)
})

test('offers the greetings of all characters before the first message', async () => {
  const group = api.addGroup([mara.id, odo.id])
  const [opening] = group.messages
  const greeting = (of: Character, content: string): Alternate => ({
    id: `${of.id} ${content}`,
    content,
    createdAt: opening!.createdAt,
    rubyCost: 0,
    state: 'complete',
    model: '',
    characterId: of.id,
    speaker: of.name,
  })
  const alternates = [greeting(mara, 'Come in.'), greeting(odo, '{{char}} waits.'), greeting(odo, 'At last.')]
  Object.assign(opening!, { content: 'Come in.', alternates, selectedAlternate: 0 })
  const { user } = await open(group)
  await user.click(screen.getByRole('button', { name: 'Next answer' }))
  await waitFor(() => expect(items()[0]!.textContent).toContain('Odo waits.'))
  expect(items()[0]!.textContent).not.toContain('Mara')
  expect(screen.queryByRole('button', { name: /^Reroll|^Continue/ })).toBeNull()
  await user.click(screen.getByTitle('Compare all answers'))
  const dialog = within(await screen.findByRole('dialog', { name: 'All greetings' }))
  const offered = dialog.getAllByRole('listitem').map((item) => item.textContent)
  expect(offered[0]).toContain('MaraCome in.')
  expect(offered[1]).toContain('Odo')
  expect(offered[2]).toContain('OdoAt last.')
  await user.click(dialog.getByText('At last.'))
  await waitFor(() => expect(items()[0]!.textContent).toContain('At last.'))
  expect(api.calls(`PUT /api/messages/${opening!.id}/alternate`)).toEqual([{ index: 1 }, { index: 2 }])
})

test('hides a message of a group from prompts, and shows it again', async () => {
  const { user, group } = await open()
  const [opening] = group.messages
  await user.click(screen.getByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Hide from prompts' }))
  await waitFor(() => expect(items()[0]!.textContent).toContain('Hidden from prompts'))
  await user.click(within(items()[0]!).getByRole('button', { name: 'Show to the model' }))
  await waitFor(() => expect(items()[0]!.textContent).not.toContain('Hidden from prompts'))
  expect(api.calls(`PUT /api/messages/${opening!.id}/hidden`)).toEqual([{ isHidden: true }, { isHidden: false }])
})

test('sends a message, and shows who answers it', async () => {
  const { user, field } = await open()
  await user.type(field, 'Hello{Enter}')
  const first = await turn()
  expect(first.content).toBe('Hello')
  say(first, 'Come in.')
  await waitFor(() => expect(items()).toHaveLength(3))
  expect(items()[2]!.textContent).toContain('Mara')
  expect(items()[2]!.textContent).toContain('Come in.')
})

test('lets a tapped character answer or go on', { tags: '@long' }, async () => {
  const { user, field } = await open()
  await user.click(characters().getByRole('button', { name: /^Let speak: ?Odo ?3 ?rubies$/ }))
  say(await turn(), 'I am here.')
  await waitFor(() => expect(items()).toHaveLength(2))
  expect(items()[1]!.textContent).toContain('Odo')
  await user.type(field, 'And you?')
  await user.click(characters().getByRole('button', { name: /^Send to ?Odo ?3 ?rubies$/ }))
  const second = await turn(2)
  expect([second.content, second.speakerId]).toEqual(['And you?', odo.id])
})

test('refetches the context when a message is pinned', async () => {
  const group = api.addGroup([mara.id, odo.id])
  const { user } = await open(group)
  const reads = () =>
    api.requests.filter(({ path }) => path.startsWith(`/api/chats/${group.session.id}/context`)).length
  const before = reads()
  await user.click(within(items()[0]!).getByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Pin' }))
  await screen.findByText('Pinned')
  await waitFor(() => expect(reads()).toBe(before + 1))
})

test('changes the mode and mutes without losing newer messages', async () => {
  const { user, group, field } = await open()
  await user.type(field, 'Hello{Enter}')
  say(await turn(), 'Come in.')
  await waitFor(() => expect(items()).toHaveLength(3))
  await user.click(characters().getByRole('button', { name: 'Mute Mara' }))
  expect(items()).toHaveLength(3)
  await characters().findByRole('button', { name: 'Unmute Mara' })
  await user.click(screen.getByRole('combobox', { name: 'Who answers' }))
  await user.click(await screen.findByRole('option', { name: 'Tap to speak' }))
  expect(items()).toHaveLength(3)
  await waitFor(() => expect(group.mode).toBe('manual'))
  expect(group.muted).toEqual([mara.id])
  await user.type(field, 'Who?{Enter}')
  expect(await screen.findByText('Tap a character above the chat.')).toBeTruthy()
  expect(turns).toHaveLength(1)
  api.failNext(`PUT ${address(group)}`, 500)
  await user.click(characters().getByRole('button', { name: 'Unmute Mara' }))
  await characters().findByRole('button', { name: 'Unmute Mara' })
})

const talk = async (user: Awaited<ReturnType<typeof open>>['user'], count: string) => {
  await user.click(screen.getByRole('button', { name: 'Let them talk' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Let them talk' }))
  await user.click(dialog.getByRole('radio', { name: count }))
  await user.click(dialog.getByRole('button', { name: /^Let them talk/ }))
}

test('adds, removes and reorders members', async () => {
  const { user, group } = await open()
  const ida = api.addCharacter({ name: 'Ida' })
  await user.click(screen.getByRole('button', { name: 'Edit members' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Group members' }))
  await user.click(dialog.getByRole('button', { name: 'Remove Mara' }))
  expect(dialog.getByText('A group needs at least 2 characters. Add one.')).toBeTruthy()
  expect(dialog.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
  await user.click(await dialog.findByRole('button', { name: 'Ida' }))
  await user.click(dialog.getByRole('button', { name: 'Move Ida up' }))
  api.failNext(`PUT ${address(group)}`, 500)
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Something went wrong.')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(api.calls(`PUT ${address(group)}`).at(-1)).toEqual({ characterIds: [ida.id, odo.id] })
  expect(await screen.findByRole('heading', { name: 'Ida, Odo' })).toBeTruthy()
  expect(items()[0]!.textContent).toContain('Mara')
})

test('starts a talk, and shows its progress', async () => {
  const { user, group } = await open()
  await user.click(screen.getByRole('button', { name: 'Let them talk' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Let them talk' }))
  await user.click(dialog.getByRole('radio', { name: '3' }))
  // The default model costs 3.
  await user.click(dialog.getByRole('button', { name: /^Let them talk 9 ?rubies$/ }))
  const first = await turn()
  expect(api.calls(`POST ${address(group, '/talk')}`)).toMatchObject([{ turns: 3 }])
  expect(screen.getAllByText('Talking: 1 of 3').length).toBeGreaterThan(0)
  say(first, 'One.')
  await waitFor(() => expect(items()).toHaveLength(2))
  // Between two turns, the talk goes on.
  expect(screen.getByRole('button', { name: 'Stop' })).toBeTruthy()
  const second = api.goOn(group, odo.id)
  await waitFor(() => expect(screen.getAllByText('Talking: 2 of 3').length).toBeGreaterThan(0))
  await waitFor(() => expect(second.listeners.size).toBe(1))
  say(second, 'Two.')
  await waitFor(() => expect(items().at(-1)!.textContent).toContain('Two.'))
  const third = api.goOn(group, mara.id)
  await waitFor(() => expect(third.listeners.size).toBe(1))
  delete group.talk
  say(third, 'Three.')
  await waitFor(() => expect(screen.queryByText(/^Talking/)).toBeNull())
  expect(items()).toHaveLength(4)
  expect(screen.getByRole('button', { name: 'Let them talk' })).toBeTruthy()
})

test('stops a whole talk, also between two turns', async () => {
  const { user, group } = await open()
  await talk(user, '5')
  const first = await turn()
  act(() => first.chunk('One.'))
  await user.click(screen.getByRole('button', { name: 'Stop' }))
  await waitFor(() => expect(screen.queryByText(/^Talking/)).toBeNull())
  expect(items()).toHaveLength(2)
  await talk(user, '5')
  say(await turn(2), 'Two.')
  await waitFor(() => expect(items()).toHaveLength(3))
  await user.click(screen.getByRole('button', { name: 'Stop' }))
  await waitFor(() => expect(api.calls(`POST ${address(group, '/stop')}`)).toHaveLength(2))
  act(() => api.broadcast({ type: 'chat', sessionId: group.session.id, what: 'settings_changed' }))
  await waitFor(() => expect(screen.queryByText(/^Talking/)).toBeNull())
})

test('ends a talk with a message, which waits for the running reply', async () => {
  const { user, group, field } = await open()
  await talk(user, '5')
  const first = await turn()
  await user.type(field, 'Wait{Enter}')
  await waitFor(() => expect(group.talk).toBeUndefined())
  say(first, 'One.')
  expect((await turn(2)).content).toBe('Wait')
})

test('says so when a talk ends because of too few rubies', async () => {
  const { user, group } = await open()
  await talk(user, '5')
  say(await turn(), 'One.')
  await waitFor(() => expect(items()).toHaveLength(2))
  delete group.talk
  act(() => api.broadcast({ type: 'chat', sessionId: group.session.id, what: 'talk_denied' }))
  const alert = await screen.findByRole('alertdialog', { name: 'They stopped talking:' })
  expect(alert.textContent).toContain('You don’t have enough rubies')
  await waitFor(() => expect(screen.queryByText(/^Talking/)).toBeNull())
})

test('shows a talk after a reload', async () => {
  const group = api.addGroup([mara.id, odo.id])
  group.talk = { turns: 5, turnsLeft: 3 }
  const running = api.goOn(group, odo.id)
  await open(group)
  await waitFor(() => expect(running.listeners.size).toBe(1))
  expect(screen.getAllByText('Talking: 3 of 5').length).toBeGreaterThan(0)
})

test('offers no more turns than the rubies pay for', async () => {
  api.user!.rubies = 7
  const { user, group, field } = await open()
  await user.click(screen.getByRole('button', { name: 'Let them talk' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Let them talk' }))
  expect(dialog.getByText('Your 7 rubies are enough for 2.')).toBeTruthy()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  // The rubies were spent elsewhere.
  api.user!.rubies = 0
  await user.type(field, 'Hello{Enter}')
  expect(await screen.findByText(/^Insufficient Rubies/)).toBeTruthy()
  expect(group.messages).toHaveLength(1)
})

test('writes a line for the user', async () => {
  const { user, field, group } = await open()
  api.line.push({ type: 'draft', draft: { id: 'line', text: 'I nod.' } })
  await user.click(screen.getByRole('button', { name: 'Write my line for 3 rubies' }))
  await waitFor(() => expect(field).toHaveProperty('value', 'I nod.'))
  expect(api.calls(`POST ${address(group, '/impersonate')}`)).toHaveLength(1)
  expect(group.messages).toHaveLength(1)
})

test('updates a character to its newest version', { tags: '@long' }, async () => {
  api.version = { number: 1, newest: 2, char: 'Mara' }
  const { user, group } = await open()
  await user.click(within(screen.getByRole('region', { name: 'Newer version' })).getByRole('button'))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(await dialog.findByRole('button', { name: 'Update' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Newer version' })).toBeNull())
  const asked = api.requests.filter(({ path }) => path.startsWith(`/api/chats/${group.session.id}/version`))
  expect(asked.map(({ method, path }) => `${method} ${path.split('?')[1]}`)).toEqual([
    `GET characterId=${mara.id}`,
    `POST characterId=${mara.id}`,
  ])
})

test('says above the messages that a machine writes, and again where the server has marked one', async () => {
  const group = api.addGroup([mara.id, odo.id])
  group.noticed = [group.messages[0]!.id]
  await open(group)
  expect(within(list()).getAllByText(aiNotice)).toHaveLength(2)
  expect(within(items()[0]!).getByText(aiNotice)).toBeTruthy()
})
