import type { Character } from '#modules/gallery/api'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { browser } from '../src/lib/browser.ts'
import { toasts } from '../src/lib/toasts.ts'
import type { FakeReply } from './fake_api.ts'
import { FakeChatApi, type FakeRewrite } from './fake_chat.ts'
import { holdCall } from './hold_call.ts'
import { renderApp } from './render_app.tsx'

let api: FakeChatApi
let mara: Character
beforeEach(() => {
  api = new FakeChatApi()
  mara = api.addCharacter({ name: 'Mara' })
})

const open = async (contents = ['Hello', 'Come in.']) => {
  const chat = api.addChat(mara.id, contents)
  const app = renderApp(api, `/chat/${mara.id}?session=${chat.session.id}`)
  await screen.findByRole('textbox', { name: 'Message Mara' })
  return { ...app, chat }
}
const list = () => screen.getByRole('region', { name: 'Messages' })
const items = () => within(list()).getAllByRole('listitem')
const tools = (index: number) => within(within(items()[index]!).getByRole('toolbar', { name: 'Message actions' }))

test('edits a message in place and saves with Ctrl+Enter', async () => {
  const { user, chat } = await open()
  await user.click(tools(1).getByRole('button', { name: 'Edit' }))
  const editor = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Edit message' })
  expect(editor.value).toBe('Hello')
  expect(document.activeElement).toBe(editor)
  await user.type(editor, ' there{Control>}{Enter}{/Control}')
  await waitFor(() => expect(chat.messages[1]!.content).toBe('Hello there'))
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Edit message' })).toBeNull())
  expect(items()[1]!.textContent).toContain('Hello there')
  expect(items()[1]!.textContent).toContain('edited')
  expect(items()[1]!.contains(document.activeElement)).toBe(true)
})

test('cancels on Escape and does not save blank text', async () => {
  const { user, chat } = await open()
  await user.click(tools(2).getByRole('button', { name: 'Edit' }))
  const editor = await screen.findByRole('textbox', { name: 'Edit message' })
  await user.clear(editor)
  expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('textbox', { name: 'Edit message' })).toBeNull()
  expect(chat.messages[2]!.content).toBe('Come in.')
  expect(api.requests.some(({ method }) => method === 'PUT')).toBe(false)
})

test('offers no Undo of an edit once the message is being deleted', async () => {
  const { user, chat } = await open()
  await user.click(tools(1).getByRole('button', { name: 'Edit' }))
  await user.type(await screen.findByRole('textbox', { name: 'Edit message' }), '!{Control>}{Enter}{/Control}')
  await screen.findByText('Message edited')
  const release = holdCall(api, `/api/messages/${chat.messages[1]!.id}`)
  await user.click(tools(1).getByRole('button', { name: 'Delete' }))
  expect(toasts.current()).toBeNull()
  release()
  await screen.findByText('Message deleted')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(items()[1]!.textContent).toContain('Hello!'))
})

test('reports a refused edit and keeps the input', async () => {
  const { user, chat } = await open()
  api.failNext(`PUT /api/messages/${chat.messages[1]!.id}`, 409, {
    message: 'A reply is already under way in this chat.',
    code: 'reply_under_way',
  })
  await user.click(tools(1).getByRole('button', { name: 'Edit' }))
  const editor = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Edit message' })
  await user.type(editor, '!')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('A reply is already under way in this chat.')).toBeTruthy()
  expect(editor.value).toBe('Hello!')
})

test('restores a deleted message to its place with Undo', async () => {
  const { user, chat } = await open()
  await user.click(tools(1).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(items()).toHaveLength(2))
  await waitFor(() => expect(chat.messages).toHaveLength(2))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(chat.messages.map(({ content }) => content)[1]).toBe('Hello'))
  await waitFor(() => expect(items()[1]!.textContent).toContain('Hello'))
  expect(toasts.current()).toBeNull()
})

test('keeps a message that could not be deleted', async () => {
  const { user, chat } = await open()
  api.failNext(`DELETE /api/messages/${chat.messages[1]!.id}`, 500, null)
  await user.click(tools(1).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Failed to delete message')).toBeTruthy()
  expect(items()[1]!.textContent).toContain('Hello')
})

test('disables editing and deleting while a reply is running', async () => {
  const chat = api.addChat(mara.id, ['Hello', 'Come in.'])
  const reply = api.startReply(chat, 'And now?')
  reply.chunk('Well')
  const { user } = renderApp(api, `/chat/${mara.id}?session=${chat.session.id}`)
  await screen.findByTestId('reply-cursor')
  await user.click(tools(1).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Wait until it is finished, or stop it.')).toBeTruthy()
  expect(items()).toHaveLength(5)
  expect(api.requests.some(({ method }) => method === 'DELETE')).toBe(false)
  act(() => void reply.complete())
})

test('copies a message as displayed, and as written', async () => {
  const copy = vi.spyOn(browser, 'copy').mockResolvedValue()
  const { user } = await open()
  await user.click(tools(0).getByRole('button', { name: 'Copy' }))
  expect(copy).toHaveBeenCalledWith('looks up from the lamp sam? Mara did not expect company.')
  await user.click(tools(0).getByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Copy as written' }))
  expect(copy).toHaveBeenLastCalledWith(expect.stringMatching(/^\*looks up from the lamp\* \{\{user\}\}\?/))
  expect(await screen.findByText('Copied')).toBeTruthy()
})

test('makes a message’s tools one Tab stop with arrow navigation', async () => {
  const { user } = await open()
  const copy = tools(1).getByRole('button', { name: 'Copy' })
  act(() => copy.focus())
  await user.keyboard('{ArrowRight}')
  expect(document.activeElement).toBe(tools(1).getByRole('button', { name: 'Edit' }))
  await user.keyboard('{End}')
  expect(document.activeElement).toBe(tools(1).getByRole('button', { name: 'Delete' }))
  await user.keyboard('{Tab}')
  expect(items()[2]!.contains(document.activeElement)).toBe(true)
})

test('discards text that was never sent', async () => {
  const { user, chat } = await open()
  api.isOffline = true
  await user.type(screen.getByRole('textbox', { name: 'Message Mara' }), 'Anyone?{Enter}')
  await screen.findByText('Failed to send')
  await user.click(tools(3).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(items()).toHaveLength(3))
  expect(localStorage.getItem(`facet:outbox:${chat.session.id}`)).toBeNull()
})

const editAndReply = async (user: Awaited<ReturnType<typeof open>>['user'], index: number, text: string) => {
  await user.click(tools(index).getByRole('button', { name: 'Edit' }))
  const editor = await screen.findByRole('textbox', { name: 'Edit message' })
  await user.clear(editor)
  await user.paste(text)
  await user.click(screen.getByRole('button', { name: /^Save and reply 3 ?rubies$/ }))
}

test('writes the last answer anew after its message was edited, for its price', async () => {
  const rewrites: FakeRewrite[] = []
  api.onRewrite = (rewrite) => rewrites.push(rewrite)
  const { user, chat } = await open()
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Model' }).textContent).toContain('MythoMist 7B'))
  await user.click(tools(2).getByRole('button', { name: 'Edit' }))
  await screen.findByRole('textbox', { name: 'Edit message' })
  expect(screen.queryByRole('button', { name: /^Save and reply/ })).toBeNull()
  await user.keyboard('{Escape}')
  await editAndReply(user, 1, 'Good evening')
  await waitFor(() => expect(rewrites).toHaveLength(1))
  expect(chat.messages[1]!.content).toBe('Good evening')
  expect(rewrites[0]!.body).toMatchObject({ messageId: chat.messages[2]!.id, model: 'standard' })
  act(() => rewrites[0]!.chunk('Evening.'))
  act(() => void rewrites[0]!.complete())
  await waitFor(() => expect(items()[2]!.textContent).toContain('Evening.'))
  expect(items()[2]!.textContent).toContain('2/2')
  expect(screen.queryByText('Message edited')).toBeNull()
})

test('answers an earlier message in a branch after it was edited', async () => {
  const replies: FakeReply[] = []
  api.onReply = (reply) => replies.push(reply)
  const { user, chat } = await open(['Hello', 'Come in.', 'Thanks', 'Sit down.'])
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Model' }).textContent).toContain('MythoMist 7B'))
  await editAndReply(user, 1, 'Good evening')
  expect(await screen.findByText('Branched from')).toBeTruthy()
  expect(replies).toHaveLength(1)
  const branch = api.chats.find(({ session }) => session.parent)!
  expect(branch.messages.map(({ content }) => content).slice(1)).toEqual(['Good evening'])
  act(() => replies[0]!.chunk('Evening.'))
  act(() => void replies[0]!.complete())
  await waitFor(() => expect(items().at(-1)!.textContent).toContain('Evening.'))
  expect(chat.messages[1]!.content).toBe('Hello')
  expect(api.calls(`POST /api/chats/${mara.id}/stream`)).toHaveLength(1)
})

test('sends a message that was written offline once the network is back', async () => {
  const { user, chat } = await open()
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Model' }).textContent).toContain('MythoMist 7B'))
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => void window.dispatchEvent(new Event('offline')))
  await user.click(screen.getByRole('textbox', { name: 'Message Mara' }))
  await user.paste('Anyone?')
  await user.keyboard('{Enter}')
  expect(await screen.findByText('Offline: sends when you’re back')).toBeTruthy()
  expect(screen.getByText('You’re offline. Your message is sent when you’re back.')).toBeTruthy()
  onLine.mockReturnValue(true)
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(chat.messages.at(-1)!.content).toBe('Anyone?'))
  expect(api.calls(`POST /api/chats/${mara.id}/stream`)).toHaveLength(1)
})
