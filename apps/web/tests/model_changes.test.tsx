import type { ModelChange } from '#modules/chat/api'
import type { Character } from '#modules/gallery/api'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { FakeGroupApi, type FakeTurn } from './fake_groups.ts'
import { renderApp } from './render_app.tsx'

let api: FakeGroupApi
let mara: Character
beforeEach(() => {
  api = new FakeGroupApi()
  mara = api.addCharacter({ name: 'Mara' })
})

const change: ModelChange = {
  id: 7,
  tier: 'standard',
  name: 'Mistral Small',
  was: 'Llama 3.1 (standard)',
  since: `${new Date().getFullYear()}-05-12T10:00:00.000Z`,
  reason: 'Llama was switched off.',
  isSeen: false,
  isAccepted: false,
}
const text = 'Standard is now answered by Mistral Small (was Llama 3.1) since 12 May. Llama was switched off.'

const open = async (name = 'Message Mara') => {
  const app = renderApp(api, `/chat/${mara.id}?session=${api.chats[0]!.session.id}`)
  const field = await screen.findByRole('textbox', { name })
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Model' }).textContent).toContain('MythoMist 7B'))
  return { ...app, field }
}

test('tells once that another model answers, and doesn’t ask by default', async () => {
  const chat = api.addChat(mara.id, ['Hello', 'Come in.'])
  chat.modelChange = change
  const { user, field, unmount } = await open()
  expect(screen.getByText(text).getAttribute('role')).toBe('status')
  await waitFor(() => expect(chat.modelChange?.isSeen).toBe(true))
  await user.click(field)
  await user.paste('Hi')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(chat.messages.at(-1)?.content).toBe('Hi'))
  // The line stays until the user closes it or leaves.
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByText(text)).toBeNull()
  unmount()
  await open()
  expect(screen.queryByText(text)).toBeNull()
})

test('asks before the next reply if the user wishes so, once', async () => {
  api.user = { ...api.user!, asksBeforeNewModels: true }
  const chat = api.addChat(mara.id, ['Hello', 'Come in.'])
  chat.modelChange = { ...change, isSeen: true }
  const { user, field } = await open()
  expect(screen.queryByText(text)).toBeNull()
  await user.click(field)
  await user.paste('Hi')
  await user.keyboard('{Enter}')
  const question = await screen.findByRole('alertdialog', { name: 'Continue with Mistral Small?' })
  expect(within(question).getByText(text)).toBeTruthy()
  await user.click(within(question).getByRole('button', { name: 'Cancel' }))
  expect(chat.messages.at(-1)?.content).toBe('Come in.')
  expect(field).toHaveProperty('value', 'Hi')
  await user.click(screen.getByRole('button', { name: /^Reroll/ }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel' }))
  await user.click(field)
  await user.keyboard('{Enter}')
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(chat.messages.at(-1)?.content).toBe('Hi'))
  expect(field).toHaveProperty('value', '')
  await waitFor(() => expect(chat.modelChange).toBeUndefined())
  expect(api.calls(`PUT /api/chats/${chat.session.id}/model-change`)).toHaveLength(1)
})

test('tells and asks in a group, too', async () => {
  api.user = { ...api.user!, asksBeforeNewModels: true }
  const odo = api.addCharacter({ name: 'Odo' })
  const turns: FakeTurn[] = []
  api.onTurn = (turn) => turns.push(turn)
  const group = api.addGroup([mara.id, odo.id])
  group.modelChange = change
  const { user } = renderApp(api, `/group/${group.session.id}`)
  await screen.findByText(text)
  await waitFor(() => expect(group.modelChange?.isSeen).toBe(true))
  await user.click(
    within(screen.getByRole('list', { name: 'Characters' })).getByRole('button', { name: /^Let speak: ?Odo/ })
  )
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(turns).toHaveLength(1))
})
