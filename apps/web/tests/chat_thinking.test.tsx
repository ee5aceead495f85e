import { act, screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { showThinking } from '../src/features/chat/show_thinking.ts'
import { storage } from '../src/lib/storage.ts'
import { FakeGroupApi } from './fake_groups.ts'
import { FakeApi, type FakeReply } from './fake_api.ts'
import { renderApp } from './render_app.tsx'

afterEach(() => {
  showThinking(false)
  storage.remove('facet:thinking-models')
})

const ask = async () => {
  const api = new FakeApi()
  const mara = api.addCharacter({ name: 'Mara' })
  const replies: FakeReply[] = []
  api.onReply = (reply) => void replies.push(reply)
  const chat = api.addChat(mara.id)
  const { user } = renderApp(api, `/chat/${mara.id}?session=${chat.session.id}`)
  await user.type(await screen.findByRole('textbox', { name: 'Message Mara' }), 'Hello{Enter}')
  await waitFor(() => expect(replies).toHaveLength(1))
  return { reply: replies[0]!, user }
}

test('shows a model’s thinking, folded, until the reply is written, when the user wants it', async () => {
  showThinking(true)
  const { reply } = await ask()
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
  const { reply } = await ask()
  act(() => reply.emit({ type: 'aiThinking', content: 'She greets me.' }))
  act(() => reply.chunk('Good evening.'))
  await screen.findByText(/evening/, { selector: '[aria-label="Messages"] *' })
  expect(screen.queryByText('Thinking…')).toBeNull()
  act(() => void reply.complete())
})

const openMenu = async ({ user }: { user: UserEvent }) => {
  await user.click(screen.getByRole('button', { name: 'Chat menu' }))
  await screen.findByRole('menuitem', { name: 'Rename chat' })
  return screen.queryAllByRole('menuitem', { name: /the model’s thinking$/ })
}

for (const kind of ['chat', 'group chat'])
  for (const thinks of [true, undefined])
    test(`is ${thinks ? '' : 'not '}offered in a ${kind} whose model is ${thinks ? '' : 'not '}set to think`, async () => {
      const api = new FakeGroupApi()
      api.models = api.models.map((model) => ({ ...model, ...(thinks && { thinks }) }))
      const ids = [api.addCharacter({ name: 'Mara' }).id, api.addCharacter({ name: 'Odo' }).id]
      const chat = kind === 'chat' ? api.addChat(ids[0]!) : api.addGroup(ids)
      const app = renderApp(
        api,
        kind === 'chat' ? `/chat/${ids[0]}?session=${chat.session.id}` : `/group/${chat.session.id}`
      )
      await waitFor(() => expect(screen.getByRole('combobox', { name: 'Model' }).textContent).toContain('MythoMist 7B'))
      expect(await openMenu(app)).toHaveLength(thinks ? 1 : 0)
    })

test('is offered after a reply that brought thinking', async () => {
  const { reply, ...app } = await ask()
  act(() => reply.emit({ type: 'aiThinking', content: 'She greets me.' }))
  act(() => reply.chunk('Good evening.'))
  const message = Object.assign(reply.save('complete'), { model: 'standard' })
  act(() => reply.end({ type: 'aiComplete', message }))
  await screen.findByRole('button', { name: /^Send for / })
  expect(await openMenu(app)).toHaveLength(1)
})
