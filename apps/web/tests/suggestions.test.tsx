import type { Character } from '#modules/gallery/api'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { FakeChatApi } from './fake_chat.ts'
import { renderApp } from './render_app.tsx'

let api: FakeChatApi
let mara: Character
beforeEach(() => {
  api = new FakeChatApi()
  mara = api.addCharacter({ name: 'Mara' })
})

const text = 'I nod.\nWhy?\n*I leave.*'

const open = async (change: (chat: ReturnType<FakeChatApi['addChat']>) => void = () => {}) => {
  const chat = api.addChat(mara.id, ['Hello', 'Come in.'])
  change(chat)
  const app = renderApp(api, `/chat/${mara.id}?session=${chat.session.id}`)
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message Mara' })
  return { ...app, chat, field }
}
const request = () => screen.findByRole('button', { name: /^Suggest replies 3 ?rubies$/ })
const choices = async () =>
  within(await screen.findByRole('list', { name: 'Suggested replies' })).getAllByRole('button')
const requests = () => api.requests.filter(({ path }) => path.endsWith('/suggest'))

test('suggests three replies, and puts the chosen one into the composer', async () => {
  const { user, field, chat } = await open()
  api.line.push({ type: 'draft', draft: { id: 'lines', text } })
  await user.click(await request())
  const shown = await choices()
  expect(shown.map((choice) => choice.textContent)).toEqual(['I nod.', 'Why?', 'I leave.'])
  await user.click(shown[2]!)
  expect(field.value).toBe('*I leave.*')
  expect(document.activeElement).toBe(field)
  expect(chat.messages).toHaveLength(3)
  // Another one replaces it, and a text of the user's own can be restored.
  await user.click(shown[1]!)
  expect(field.value).toBe('Why?')
  await user.type(field, ' Mine')
  await user.click(shown[0]!)
  expect(field.value).toBe('I nod.')
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(field.value).toBe('Why? Mine')
  await user.click(screen.getByRole('button', { name: 'Hide suggestions' }))
  expect(screen.queryByRole('list', { name: 'Suggested replies' })).toBeNull()
})

test('sends the reply that is held, and shows no suggestions for another answer', async () => {
  const { chat } = await open((chat) => (chat.suggestions = { id: 'lines', text }))
  const [, why] = await choices()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  fireEvent.pointerDown(why!, { isPrimary: true, button: 0 })
  act(() => void vi.advanceTimersByTime(500))
  vi.useRealTimers()
  await waitFor(() => expect(chat.reply).not.toBeNull())
  expect(chat.messages.at(-1)!.content).toBe('Why?')
  delete chat.suggestions
  act(() => {
    chat.reply!.chunk('Because.')
    chat.reply!.complete()
  })
  await request()
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Suggested replies' })).toBeNull())
})

test('sends the reply that Ctrl + Enter chooses', async () => {
  const { user, chat } = await open((chat) => (chat.suggestions = { id: 'lines', text }))
  const [, why] = await choices()
  why!.focus()
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(chat.messages.at(-1)!.content).toBe('Why?'))
})

test('says why there are no suggestions, and offers them again', async () => {
  const { user } = await open()
  api.line.push({ type: 'error', error: 'The model wrote no three suggestions.', code: 'no_suggestions' })
  await user.click(await request())
  expect(await screen.findByText('The model wrote no three suggestions.')).toBeTruthy()
  expect(await request()).toBeTruthy()
})

test('suggests after every answer that arrives, once the user wants that', async () => {
  const { user, field, chat } = await open((chat) => (chat.suggestions = { id: 'lines', text }))
  await choices()
  await user.click(screen.getByRole('checkbox', { name: /^After every answer 3 ?rubies$/ }))
  expect(requests()).toHaveLength(0)
  delete chat.suggestions
  api.line.push({ type: 'draft', draft: { id: 'more', text: 'One.\nTwo.\nThree.' } })
  await user.type(field, 'Well{Enter}')
  await waitFor(() => expect(chat.reply).not.toBeNull())
  act(() => {
    chat.reply!.chunk('Indeed.')
    chat.reply!.complete()
  })
  await waitFor(async () => expect((await choices())[0]!.textContent).toBe('One.'))
  expect(requests()).toHaveLength(1)
})

test('offers none while the server makes none, or without an answer', async () => {
  for (const model of api.models) delete model.suggestionCost
  await open()
  await screen.findByRole('button', { name: 'Send for 3 rubies' })
  expect(screen.queryByRole('button', { name: /^Suggest replies/ })).toBeNull()
})
