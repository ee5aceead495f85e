import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { FakeChatApi } from './fake_chat.ts'
import { hoursAgo } from './hours_ago.ts'
import { renderApp } from './render_app.tsx'

let api: FakeChatApi
beforeEach(() => {
  api = new FakeChatApi()
})

const field = () => screen.findByRole('searchbox', { name: 'Search your chats' })
const messages = () => screen.findByRole('region', { name: 'Messages' })

const twoChats = () => {
  const [mara, ines] = [api.addCharacter({ name: 'Mara' }), api.addCharacter({ name: 'Ines' })]
  const chat = api.addChat(mara.id, ['A whale!', 'I see the whale.'], hoursAgo(2))
  api.addChat(ines.id, ['No whale here', 'None.'])
  return { mara, chat }
}

test('finds messages of all chats, marks the words and opens the chat at the message', async () => {
  const { mara, chat } = twoChats()
  const { user, address } = renderApp(api, '/memory')
  await user.type(await field(), 'whale')
  const found = within(await messages())
  await waitFor(() => expect(found.getAllByRole('listitem')).toHaveLength(3))
  expect(found.getAllByText('whale', { selector: 'mark' })).toHaveLength(3)
  const answer = found.getAllByRole('listitem').find((item) => item.textContent?.includes('I see the whale.'))!
  const link = within(answer).getByRole('link', { name: 'Mara' })
  expect(link.getAttribute('href')).toBe(
    `/chat/${mara.id}?session=${chat.session.id}&message=${chat.messages.at(-1)!.id}`
  )
  await user.click(link)
  const shown = await screen.findByText('I see the whale.', { selector: '[aria-label="Messages"] *' })
  await waitFor(() => expect(document.activeElement?.contains(shown)).toBe(true))
  expect(address()).toBe(`/chat/${mara.id}?session=${chat.session.id}`)
})

test('filters messages by character', async () => {
  const { mara } = twoChats()
  const { user } = renderApp(api, '/memory?q=whale')
  const found = within(await messages())
  await waitFor(() => expect(found.getAllByRole('listitem')).toHaveLength(3))
  await user.selectOptions(found.getByRole('combobox', { name: 'Character' }), 'Mara')
  await waitFor(() => expect(found.getAllByRole('listitem')).toHaveLength(2))
  const last = api.requests.findLast(({ path }) => path.startsWith('/api/chats/search'))
  expect(last?.path).toContain(`characterId=${mara.id}`)
})

test('says that nothing was found, that old messages are still missing, and retries after a failure', async () => {
  twoChats()
  api.isSearchComplete = false
  api.failNext('GET /api/chats/search', 429, { message: 'You have searched a lot.', code: 'too_many_requests' })
  const { user } = renderApp(api, '/memory?q=shark')
  expect(await screen.findByText('You have searched a lot.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'Nothing found' })).toBeTruthy()
  expect(screen.getByText('Older messages are still being added to the search.')).toBeTruthy()
})

test('searches an open chat with Ctrl+F, leaves the second press to the browser, and returns to the composer', async () => {
  const { mara, chat } = twoChats()
  const { user } = renderApp(api, `/chat/${mara.id}?session=${chat.session.id}`)
  const composer = await screen.findByRole('textbox', { name: 'Message Mara' })
  const isTaken = () => {
    const event = new KeyboardEvent('keydown', { key: 'f', ctrlKey: true, cancelable: true, bubbles: true })
    return !document.activeElement!.dispatchEvent(event)
  }
  // The page listens a moment after it is shown.
  await waitFor(() => expect(isTaken()).toBe(true))
  const dialog = await screen.findByRole('dialog', { name: 'Search this chat' })
  expect(within(dialog).getByText('Find a line')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(within(dialog).getByRole('searchbox')))
  expect(isTaken()).toBe(false)
  await user.keyboard('whale')
  expect(await within(dialog).findByRole('button', { name: 'Mara' })).toBeTruthy()
  expect(api.requests.findLast(({ path }) => path.includes('search'))?.path).toContain(`sessionId=${chat.session.id}`)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(composer))

  isTaken()
  await user.type(await screen.findByRole('searchbox', { name: 'Search this chat' }), 'see')
  await user.click(await screen.findByRole('button', { name: 'Mara' }))
  const shown = await screen.findByText('I see the whale.', { selector: '[aria-label="Messages"] *' })
  await waitFor(() => expect(document.activeElement?.contains(shown)).toBe(true))
  expect(screen.queryByRole('dialog')).toBeNull()
})
