import type { Character } from '#modules/gallery/api'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { FakeChatApi } from './fake_chat.ts'
import { renderApp } from './render_app.tsx'

let api: FakeChatApi
let mara: Character
beforeEach(() => {
  api = new FakeChatApi()
  mara = api.addCharacter({ name: 'Mara' })
})

const open = async (contents = ['Hello', 'Come in.', 'Thanks', 'Sit down.']) => {
  const chat = api.addChat(mara.id, contents)
  const app = renderApp(api, `/chat/${mara.id}?session=${chat.session.id}`)
  await screen.findByRole('textbox', { name: 'Message Mara' })
  return { ...app, chat }
}
const list = () => screen.getByRole('region', { name: 'Messages' })
const items = () => within(list()).getAllByRole('listitem')
const openMenu = async (user: Awaited<ReturnType<typeof open>>['user'], index: number) => {
  const toolbar = within(items()[index]!).getByRole('toolbar', { name: 'Message actions' })
  await user.click(within(toolbar).getByRole('button', { name: 'More actions' }))
}
const choose = async (user: Awaited<ReturnType<typeof open>>['user'], name: string) =>
  user.click(await screen.findByRole('menuitem', { name }))

test('branches from a message, and leads to the branch and back', { tags: '@long' }, async () => {
  const { user, chat } = await open()
  await openMenu(user, 2)
  await choose(user, 'Branch from here')
  expect(await screen.findByText('Branched from')).toBeTruthy()
  expect(items()).toHaveLength(3)
  const branch = api.chats.find(({ session }) => session.parent)!
  expect(branch.session.parent).toEqual({ sessionId: chat.session.id, messageId: chat.messages[2]!.id, title: null })

  await user.click(screen.getByRole('link', { name: 'another chat' }))
  await waitFor(() => expect(items()).toHaveLength(5))
  await user.click(within(items()[2]!).getByRole('button', { name: '1 branch' }))
  await choose(user, 'Branch 1')
  await waitFor(() => expect(items()).toHaveLength(3))
})

test('says why a branch was refused', async () => {
  const { user, chat } = await open()
  api.failNext(`POST /api/chats/${chat.session.id}/branches`, 409, {
    message: 'A chat has at most 100 branches. Delete one that you no longer need.',
    code: 'too_many_branches',
  })
  await openMenu(user, 2)
  await choose(user, 'Branch from here')
  expect(await screen.findByText(/A chat has at most 100 branches/)).toBeTruthy()
  expect(items()).toHaveLength(5)
})

test('marks branches in the list of chats', async () => {
  const chat = api.addChat(mara.id, ['Hello', 'Come in.'])
  chat.session.title = 'The tower (2)'
  chat.session.parent = { sessionId: 'gone', messageId: 'gone', title: 'The tower' }
  renderApp(api, '/memory')
  expect((await screen.findAllByText('Branch:')).length).toBeGreaterThan(0)
})

test('rewinds to a message, and undoes it', async () => {
  const { user, chat } = await open()
  await openMenu(user, 2)
  await choose(user, 'Rewind to here')
  expect(await screen.findByText('2 messages deleted')).toBeTruthy()
  expect(items()).toHaveLength(3)
  expect(chat.messages).toHaveLength(3)
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(items()).toHaveLength(5))
})

test('restores the previous text of an edited message', { tags: '@long' }, async () => {
  const { user, chat } = await open()
  const toolbar = within(items()[1]!).getByRole('toolbar', { name: 'Message actions' })
  await user.click(within(toolbar).getByRole('button', { name: 'Edit' }))
  await user.type(await screen.findByRole('textbox', { name: 'Edit message' }), ' there{Control>}{Enter}{/Control}')
  expect(await screen.findByText('Message edited')).toBeTruthy()
  expect(chat.messages[1]!.content).toBe('Hello there')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(chat.messages[1]!.content).toBe('Hello'))
})

test('rerolls with a nudge, also in the user’s own words', async () => {
  const { user } = await open()
  const bodies: unknown[] = []
  api.onRewrite = (rewrite) => {
    bodies.push(rewrite.body.nudge)
    rewrite.chunk('Anew.')
    rewrite.complete()
  }
  const more = async () => user.click(within(items()[4]!).getByRole('button', { name: 'More' }))
  await more()
  await user.click(await screen.findByRole('menuitem', { name: /^Shorter/ }))
  await waitFor(() => expect(bodies).toEqual(['Shorter']))
  await within(list()).findByText('Anew.')
  await more()
  await choose(user, 'In your own words…')
  await user.type(await screen.findByRole('textbox', { name: 'What should change?' }), 'With rain{Enter}')
  await waitFor(() => expect(bodies).toEqual(['Shorter', 'With rain']))
})

test('writes a line for the user into the composer, and restores the previous text', async () => {
  const { user } = await open()
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message Mara' })
  await user.type(field, 'My own')
  api.line.push({ type: 'draft', draft: { id: 'line', text: 'I nod.' } })
  await user.click(screen.getByRole('button', { name: 'Write my line for 3 rubies' }))
  await waitFor(() => expect(field.value).toBe('I nod.'))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(field.value).toBe('My own')
  expect(items()).toHaveLength(5)
})

test('keeps the text when a line fails, and says why', async () => {
  const { user } = await open()
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message Mara' })
  await user.type(field, 'My own')
  api.line.push({ type: 'error', error: 'The model is busy right now.', code: 'rate_limited' })
  await user.click(screen.getByRole('button', { name: 'Write my line for 3 rubies' }))
  expect(await screen.findByText('The model is busy right now.')).toBeTruthy()
  expect(field.value).toBe('My own')
})

test('shows the line of another device once', async () => {
  const chat = api.addChat(mara.id, ['Hello', 'Come in.'])
  chat.draft = { id: 'line', text: 'I nod.' }
  renderApp(api, `/chat/${mara.id}?session=${chat.session.id}`)
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message Mara' })
  await waitFor(() => expect(field.value).toBe('I nod.'))
})
