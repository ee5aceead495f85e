import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { FakeApi, type FakeReply } from './fake_api.ts'
import { holdCall } from './hold_call.ts'
import { renderApp } from './render_app.tsx'

let api: FakeApi
beforeEach(() => {
  api = new FakeApi()
})

const question = 'What are you in the mood for?'

test('offers a new user a character for each mood, and opens the chat at once', async () => {
  const [gerald, noor] = ['Gerald', 'Noor'].map((name) => api.addCharacter({ name }))
  api.starters = { laugh: gerald!.id, adventure: noor!.id }
  const { user, address } = renderApp(api, '/')
  const starters = within(await screen.findByRole('region', { name: question }))
  expect(await starters.findAllByRole('link')).toHaveLength(2)
  expect(starters.getByText('with Gerald')).toBeTruthy()
  await user.click(starters.getByRole('link', { name: 'An adventure' }))
  await screen.findByRole('textbox', { name: 'Message Noor' })
  expect(address()).toMatch(new RegExp(`^/chat/${noor!.id}`))
})

test('hides the starters for good when they are dismissed', async () => {
  api.starters = { laugh: api.addCharacter().id }
  const { user, unmount } = renderApp(api, '/')
  const starters = within(await screen.findByRole('region', { name: question }))
  await user.click(starters.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByRole('region', { name: question })).toBeNull()
  unmount()
  renderApp(api, '/')
  await screen.findByRole('article')
  expect(screen.queryByRole('region', { name: question })).toBeNull()
})

test('offers none to users who have chatted, and none when no character suits', async () => {
  api.starters = { laugh: api.addCharacter().id }
  api.user = { ...api.user!, stats: { messagesWritten: 1, charactersCreated: 0 } }
  const { unmount } = renderApp(api, '/')
  await screen.findByRole('article')
  expect(api.calls('GET /api/characters/starters')).toHaveLength(0)
  unmount()
  api.user = { ...api.user, stats: { messagesWritten: 0, charactersCreated: 0 } }
  api.starters = {}
  renderApp(api, '/')
  await screen.findByRole('article')
  await waitFor(() => expect(screen.queryByRole('region', { name: question })).toBeNull())
})

const written = ['*I sit down.* I think I’m lost.', 'Who lights the lamp?', 'Is that goose yours?']

test('offers no first messages without written ones', async () => {
  const mara = api.addCharacter({ name: 'Mara Venn' })
  renderApp(api, `/chat/${mara.id}?new=true`)
  await screen.findByRole('textbox', { name: 'Message Mara Venn' })
  expect(screen.queryByRole('list', { name: 'Ways to begin' })).toBeNull()
})

test('offers first messages until one is sent, and sends one with a click', async () => {
  const replies: FakeReply[] = []
  api.onReply = (reply) => void replies.push(reply)
  api.chatStarters = written
  const mara = api.addCharacter({ name: 'Mara Venn' })
  const { user } = renderApp(api, `/chat/${mara.id}?new=true`)
  const starters = within(await screen.findByRole('list', { name: 'Ways to begin' }))
  expect(starters.getAllByRole('button')).toHaveLength(3)
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Model' }).textContent).toContain('MythoMist 7B'))
  await user.click(starters.getByRole('button', { name: /^Who lights the lamp\? ?3 ?rubies$/ }))
  expect(screen.queryByRole('list', { name: 'Ways to begin' })).toBeNull()
  await waitFor(() => expect(replies.length).toBe(1))
  expect(api.calls(`POST /api/chats/${mara.id}/stream`)[0]).toMatchObject({
    content: 'Who lights the lamp?',
    model: 'standard',
  })
  act(() => void replies[0]!.chunk('Hello, sam.'))
  // Words that arrive after the first render have elements of their own.
  await waitFor(() => expect(screen.getByRole('region', { name: 'Messages' }).textContent).toContain('Hello, sam.'))
})

test('keeps the first messages when the rubies don’t suffice', async () => {
  api.user = { ...api.user!, rubies: 0 }
  api.chatStarters = written
  const mara = api.addCharacter({ name: 'Mara Venn' })
  const { user } = renderApp(api, `/chat/${mara.id}?new=true`)
  const starters = within(await screen.findByRole('list', { name: 'Ways to begin' }))
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Model' }).textContent).toContain('MythoMist 7B'))
  await user.click(starters.getByRole('button', { name: /^Who lights/ }))
  expect(await screen.findByText(/^Insufficient Rubies: You need 3 rubies/)).toBeTruthy()
  expect(starters.getAllByRole('button')).toHaveLength(3)
  expect(api.calls(`POST /api/chats/${mara.id}/stream`)).toHaveLength(0)
})

test('puts a first message into the composer while the models load', async () => {
  const release = holdCall(api, '/api/models')
  api.chatStarters = written
  const mara = api.addCharacter({ name: 'Mara Venn' })
  const { user } = renderApp(api, `/chat/${mara.id}?new=true`)
  const starters = within(await screen.findByRole('list', { name: 'Ways to begin' }))
  await user.click(starters.getByRole('button', { name: 'Who lights the lamp?' }))
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message Mara Venn' }).value).toBe(
    'Who lights the lamp?'
  )
  release()
})
