import type { Character } from '#modules/gallery/api'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { FakeChatApi } from './fake_chat.ts'
import type { FakeChat } from './fake_api.ts'
import { renderApp } from './render_app.tsx'

let api: FakeChatApi
let mara: Character
let chat: FakeChat
beforeEach(() => {
  api = new FakeChatApi()
  mara = api.addCharacter({ name: 'Mara', scenario: 'A harbour.' })
  chat = api.addChat(mara.id, ['Hello', 'Come in.'])
})

const open = async () => {
  const app = renderApp(api, `/chat/${mara.id}?session=${chat.session.id}`)
  await screen.findByRole('textbox', { name: 'Message Mara' })
  return app
}
const items = () => within(screen.getByRole('region', { name: 'Messages' })).getAllByRole('listitem')
const menuOf = (item: HTMLElement) => within(item).getByRole('button', { name: 'More actions' })

test('marks a hidden answer, offers neither Continue nor Reroll for it, and undoes it', async () => {
  const { user } = await open()
  await screen.findByRole('button', { name: /^Reroll/ })
  const answer = chat.messages.at(-1)!
  await user.click(menuOf(items().at(-1)!))
  await user.click(await screen.findByRole('menuitem', { name: 'Hide from prompts' }))
  await waitFor(() => expect(items().at(-1)!.textContent).toContain('Hidden from prompts'))
  expect(screen.queryByRole('button', { name: /^Reroll|^Continue/ })).toBeNull()
  await user.click(menuOf(items().at(-1)!))
  expect(await screen.findByRole('menuitem', { name: 'Show to the model' })).toBeTruthy()
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(items().at(-1)!.textContent).not.toContain('Hidden from prompts'))
  expect(screen.getByRole('button', { name: /^Continue/ })).toBeTruthy()
  expect(api.calls(`PUT /api/messages/${answer.id}/hidden`)).toEqual([{ isHidden: true }, { isHidden: false }])
})

test('doesn’t fill macros with hidden messages, as prompts don’t', async () => {
  chat.messages[1]!.isHidden = true
  chat.messages[2]!.content = 'You said: {{lastMessage}}'
  await open()
  expect(items().at(-1)!.textContent).toContain('You said: ')
  expect(items().at(-1)!.textContent).not.toContain('Hello')
})

test('says how many messages are left out because they are hidden', async () => {
  api.context = { history: { tokens: 5, messages: [], cutMessages: 0, hiddenMessages: 2, oldestId: null } }
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: /^Memory \d+%/ }))
  expect(await screen.findByText('Left out because you have hidden them: 2 messages.')).toBeTruthy()
})

test('saves the scenario and the instructions of a chat, and shows the scenario instead of the character’s', async () => {
  chat = api.addChat(mara.id)
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Chat menu' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Chat settings' }))
  const texts = within(await screen.findByRole('region', { name: 'This chat only' }))
  await user.click(texts.getByRole('textbox', { name: 'Scenario' }))
  await user.paste(' {{char}} is at sea. ')
  await user.click(texts.getByRole('textbox', { name: 'Instructions' }))
  await user.paste('x'.repeat(8_001))
  expect(texts.getByText('At most 8,000 characters.')).toBeTruthy()
  expect(texts.getByRole('button', { name: 'Save texts' })).toHaveProperty('disabled', true)
  await user.clear(texts.getByRole('textbox', { name: 'Instructions' }))
  await user.paste('Be brief.')
  await user.click(texts.getByRole('button', { name: 'Save texts' }))
  await waitFor(() =>
    expect(api.calls(`PUT /api/chats/${chat.session.id}/settings`)).toEqual([
      { scenario: '{{char}} is at sea.', systemPrompt: 'Be brief.' },
    ])
  )
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.getByRole('region', { name: 'Scenario' }).textContent).toContain('Mara is at sea.'))
  expect(screen.queryByText('A harbour.')).toBeNull()
})
