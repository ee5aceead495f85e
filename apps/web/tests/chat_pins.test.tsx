import { limits } from '#modules/chat/api'
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

const open = async (contents = ['Hello', 'Come in.'], pins: string[] = []) => {
  const chat = api.addChat(mara.id, contents)
  chat.session.pins = pins
  const app = renderApp(api, `/chat/${mara.id}?session=${chat.session.id}`)
  await screen.findByRole('textbox', { name: 'Message Mara' })
  const pin = async (index: number) => {
    const list = within(screen.getByRole('region', { name: 'Messages' }))
    const toolbar = within(list.getAllByRole('listitem')[index]!).getByRole('toolbar', { name: 'Message actions' })
    await app.user.click(within(toolbar).getByRole('button', { name: 'More actions' }))
    await app.user.click(await screen.findByRole('menuitem', { name: 'Pin' }))
  }
  return { ...app, chat, pin }
}

test('pins a message in one tap, and undoes it', async () => {
  const { user, chat, pin } = await open(['Hello', 'Come in.'], ['It is winter.'])
  chat.session.pinDepths = { 'It is winter.': 4 }
  await pin(1)
  expect(await screen.findByText('Pinned')).toBeTruthy()
  const text = chat.messages[1]!.content
  expect(chat.session.pins).toEqual(['It is winter.', text])
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(chat.session.pins).toEqual(['It is winter.']))
})

test('shortens a long message to the limit', async () => {
  const { chat, pin } = await open(['Hello', 'x'.repeat(limits.pinMax + 1)])
  await pin(2)
  await waitFor(() => expect(chat.session.pins).toHaveLength(1))
  expect(chat.session.pins[0]).toBe(`${'x'.repeat(limits.pinMax - 1)}…`)
})

test('says when the chat has as many facts as it may, and when the message is pinned already', async () => {
  const most = Array.from({ length: limits.pinsMax }, (_, number) => `Fact ${number}`)
  const { chat, pin } = await open(['Hello', 'Fact 3'], most)
  await pin(2)
  expect(await screen.findByText('This message is pinned already')).toBeTruthy()
  await pin(0)
  expect(await screen.findByText('A chat has at most 20 pinned facts. Remove one under Memory.')).toBeTruthy()
  expect(chat.session.pins).toEqual(most)
})

test('keeps the depth of a fact, and changes it', { tags: '@long' }, async () => {
  const { user, chat } = await open(['Hello', 'Come in.'], ['It is winter.'])
  await user.click(screen.getByRole('button', { name: /Edit pinned facts/ }))
  const place = await screen.findByRole('combobox', { name: 'Place of fact 1' })
  await user.selectOptions(place, 'Before the last 4 messages')
  await waitFor(() => expect(chat.session.pinDepths).toEqual({ 'It is winter.': 4 }))
  await user.selectOptions(place, 'At the top')
  await waitFor(() => expect(chat.session.pinDepths).toBeUndefined())
})
