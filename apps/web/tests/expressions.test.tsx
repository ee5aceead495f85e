import { defaultReadingPreferences } from '#modules/accounts/api'
import type { Character } from '#modules/gallery/api'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { FakeReply } from './fake_api.ts'
import { FakeChatApi } from './fake_chat.ts'
import { FakeGroupApi } from './fake_groups.ts'
import { renderApp } from './render_app.tsx'
import { mockWindowWidth } from './window_width.ts'

let api: FakeChatApi
let mara: Character
beforeEach(() => {
  mockWindowWidth(1440)
  api = new FakeChatApi()
  mara = api.addCharacter({ name: 'Mara', avatar: '/pictures/uploads/mara.webp' })
})

const open = async (contents = ['Hello', 'Come in.']) => {
  const chat = api.addChat(mara.id, contents)
  const app = renderApp(api, `/chat/${mara.id}?session=${chat.session.id}`)
  await screen.findByRole('textbox', { name: 'Message Mara' })
  await waitFor(() => expect(api.listeners).toBe(1))
  return { ...app, chat }
}
const face = (name: string) => screen.findByRole('button', { name: `Mara looks ${name}. Change the expression` })
const labelCalls = () => api.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/expression'))

test('shows nothing of expressions for a character without any, and asks for no label', async () => {
  const { user } = await open()
  await waitFor(() => expect(api.requests.some(({ path }) => path.endsWith('/expressions'))).toBe(true))
  expect(screen.queryByRole('button', { name: /Change the expression/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Chat menu' }))
  await screen.findByRole('menuitem', { name: 'Reading' })
  expect(screen.queryByRole('menuitem', { name: 'Stage' })).toBeNull()
  expect(labelCalls()).toEqual([])
})

test('shows nothing behind the adult gate', async () => {
  api.expressions.characters.set(mara.id, null)
  await open()
  await waitFor(() => expect(api.requests.some(({ path }) => path.endsWith('/expressions'))).toBe(true))
  expect(screen.queryByRole('button', { name: /Change the expression/ })).toBeNull()
})

test('asks once for the label of the newest answer, and follows the next one', async () => {
  api.expressions.set(mara.id, 'neutral', 'joy', 'sad')
  const replies: FakeReply[] = []
  api.onReply = (reply) => replies.push(reply)
  const { user, chat } = await open()
  expect((await face('joy')).querySelector('img')!.src).toContain('/pictures/uploads/joy.webp')
  const [, , answer] = chat.messages
  expect(labelCalls()).toEqual([
    { method: 'POST', path: `/api/messages/${answer!.id}/expression`, body: { answerId: answer!.id } },
  ])
  api.expressions.byWords = 'sad'
  await user.type(screen.getByRole('textbox', { name: 'Message Mara' }), 'And now?{Enter}')
  await waitFor(() => expect(replies).toHaveLength(1))
  act(() => replies[0]!.chunk('I must go.'))
  await face('joy')
  act(() => void replies[0]!.complete())
  await face('sad')
  expect(labelCalls()).toHaveLength(2)
})

test('keeps the default for a neutral label, and for one that the character no longer has', async () => {
  api.expressions.set(mara.id, 'calm', 'joy')
  api.expressions.byWords = 'neutral'
  await open()
  await face('calm')
})

test('reads the labels again when the model has chosen', async () => {
  api.expressions.set(mara.id, 'neutral', 'joy', 'sad')
  const { chat } = await open()
  await face('joy')
  const { id } = chat.messages.at(-1)!
  api.expressions.labels = { [id]: 'sad' }
  act(() => api.broadcast({ type: 'chat', sessionId: chat.session.id, what: 'expression_changed', messageId: id }))
  await face('sad')
  expect(api.requests.filter(({ path }) => path.includes('around='))).toEqual([])
})

test('changes the expression by a tap, and takes it back when that fails', async () => {
  api.expressions.set(mara.id, 'neutral', 'joy', 'sad')
  const { user, chat } = await open()
  const { id } = chat.messages.at(-1)!
  await user.click(await face('joy'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Expression' }))
  expect(dialog.getByRole('button', { name: 'joy' }).getAttribute('aria-pressed')).toBe('true')
  await user.click(dialog.getByRole('button', { name: 'sad' }))
  await face('sad')
  expect(api.calls(`PUT /api/messages/${id}/expression`)).toEqual([{ answerId: id, label: 'sad' }])
  api.failNext(`PUT /api/messages/${id}/expression`, 500)
  await user.click(await face('sad'))
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Expression' })).getByRole('button', { name: 'joy' })
  )
  await face('sad')
})

test('switches the stage in the menu, and leaves it', async () => {
  api.user!.reading = { ...defaultReadingPreferences, focus: true }
  api.expressions.set(mara.id, 'neutral', 'joy')
  const { user } = await open()
  await waitFor(() => expect(labelCalls()).toHaveLength(1))
  await user.click(screen.getByRole('button', { name: 'Chat menu' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Stage' }))
  const stage = within(await screen.findByRole('group', { name: 'Stage' }))
  expect(stage.getByRole('button', { name: 'Mara looks joy. Change the expression' })).toBeTruthy()
  expect(within(screen.getByRole('region', { name: 'Messages' })).getByText('Come in.')).toBeTruthy()
  await waitFor(() => expect(api.user!.reading?.stage).toBe(true))
  await user.click(stage.getByRole('button', { name: 'Leave the stage' }))
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Stage' })).toBeNull())
  await waitFor(() => expect(api.user!.reading?.stage).toBe(false))
})

test('falls back to the default and to the avatar when pictures are missing', async () => {
  api.expressions.set(mara.id, 'neutral', 'joy')
  await open()
  const image = async () => (await face('joy')).querySelector('img')!
  await waitFor(async () => expect((await image()).src).toContain('joy.webp'))
  for (const next of ['neutral.webp', 'mara.webp']) {
    const shown = await image()
    act(() => void shown.dispatchEvent(new Event('error')))
    expect((await image()).src).toContain(next)
  }
})

test('shows the faces of a group on the stage, and dims those that do not speak', async () => {
  const groups = new FakeGroupApi()
  const [odo, ines] = [groups.addCharacter({ name: 'Odo' }), groups.addCharacter({ name: 'Ines' })]
  groups.user!.reading = { ...defaultReadingPreferences, stage: true }
  groups.expressions.set(odo.id, 'neutral', 'joy')
  const group = groups.addGroup([odo.id, ines.id])
  renderApp(groups, `/group/${group.session.id}`)
  const stage = await screen.findByRole('group', { name: 'Stage' })
  const figure = await within(stage).findByRole('button', { name: 'Odo looks joy. Change the expression' })
  const dimmed = [...stage.querySelectorAll('[class*="opacity-45"]')]
  expect(dimmed).toHaveLength(1)
  expect(dimmed[0]!.contains(figure)).toBe(false)
  expect(dimmed[0]!.textContent).toBe('IN')
})
