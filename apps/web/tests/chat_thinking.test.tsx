import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { showThinking } from '../src/features/chat/show_thinking.ts'
import { FakeApi, type FakeReply } from './fake_api.ts'
import { renderApp } from './render_app.tsx'

afterEach(() => showThinking(false))

const ask = async () => {
  const api = new FakeApi()
  const mara = api.addCharacter({ name: 'Mara' })
  const replies: FakeReply[] = []
  api.onReply = (reply) => void replies.push(reply)
  const chat = api.addChat(mara.id)
  const { user } = renderApp(api, `/chat/${mara.id}?session=${chat.session.id}`)
  await user.type(await screen.findByRole('textbox', { name: 'Message Mara' }), 'Hello{Enter}')
  await waitFor(() => expect(replies).toHaveLength(1))
  return replies[0]!
}

test('shows a model’s thinking, folded, until the reply is written, when the user wants it', async () => {
  showThinking(true)
  const reply = await ask()
  act(() => reply.emit({ type: 'aiThinking', content: 'She greets ' }))
  act(() => reply.emit({ type: 'aiThinking', content: 'me.' }))
  const thought = await screen.findByText('She greets me.')
  expect(thought.closest('details')!.open).toBe(false)
  act(() => reply.chunk('Good evening.'))
  act(() => void reply.complete())
  await waitFor(() => expect(screen.queryByText('Thinking…')).toBeNull())
  expect(screen.queryByText('She greets me.')).toBeNull()
})

test('shows no thinking unless the user wants it', async () => {
  const reply = await ask()
  act(() => reply.emit({ type: 'aiThinking', content: 'She greets me.' }))
  act(() => reply.chunk('Good evening.'))
  await screen.findByText(/evening/, { selector: '[aria-label="Messages"] *' })
  expect(screen.queryByText('Thinking…')).toBeNull()
  act(() => void reply.complete())
})

for (const isDemo of [false, true])
  test(isDemo ? 'is not offered while the built-in writer answers' : 'is offered in the menu', async () => {
    const api = new FakeApi()
    if (isDemo) api.models = api.models.map((model) => ({ ...model, isDemo }))
    const mara = api.addCharacter({ name: 'Mara' })
    const chat = api.addChat(mara.id)
    const { user } = renderApp(api, `/chat/${mara.id}?session=${chat.session.id}`)
    await screen.findByRole('button', { name: /^Send for / })
    await user.click(screen.getByRole('button', { name: 'Chat menu' }))
    await screen.findByRole('menuitem', { name: 'Rename chat' })
    expect(screen.queryAllByRole('menuitem', { name: /the model’s thinking$/ })).toHaveLength(isDemo ? 0 : 1)
  })
