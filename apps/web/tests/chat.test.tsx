import { declines } from '#modules/chat/api'
import type { Character } from '#modules/gallery/api'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { browser } from '../src/lib/browser.ts'
import { FakeApi, type FakeReply } from './fake_api.ts'
import { holdCall } from './hold_call.ts'
import { renderApp } from './render_app.tsx'
import { phoneQuery } from '../src/lib/phone_query.ts'
import { mockWindowWidth } from './window_width.ts'

let api: FakeApi
let mara: Character
let replies: FakeReply[]
beforeEach(() => {
  api = new FakeApi()
  mara = api.addCharacter({ name: 'Mara' })
  replies = []
  api.onReply = (reply) => void replies.push(reply)
})

async function openChat(query = '?new=true') {
  const app = renderApp(api, `/chat/${mara.id}${query}`)
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message Mara' })
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Model' }).textContent).toContain('MythoMist 7B'))
  return { ...app, field }
}

const messages = () => screen.getByRole('region', { name: 'Messages' })
const reply = async (index = 0) => {
  await waitFor(() => expect(replies[index]).toBeDefined())
  return replies[index]!
}
const posts = () => api.calls(`POST /api/chats/${mara.id}/stream`)

test('opens a new chat with the first message and puts its session into the URL', async () => {
  const { address } = await openChat()
  await waitFor(() => expect(address()).toBe(`/chat/${mara.id}?session=${api.chats[0]?.session.id}`))
  expect(messages().textContent).toContain('sam? Mara did not expect company.')
  expect(within(messages()).getByText('looks up from the lamp').closest('em')).not.toBeNull()
  expect(api.calls(`GET /api/chats/${mara.id}`)).toHaveLength(1)
  expect(document.title).toBe('Mara · Facet')
})

test('sends a message, streams the reply with a cursor and updates the balance', async () => {
  const { user, field } = await openChat()
  await user.type(field, 'Hello{Enter}')
  expect(field.value).toBe('')
  expect(screen.getByText('Generating...')).toBeTruthy()
  const written = await reply()
  act(() => written.chunk('Come *closer*. '))
  expect(await screen.findByTestId('reply-cursor')).toBeTruthy()
  act(() => void written.complete())
  await waitFor(() => expect(screen.queryByTestId('reply-cursor')).toBeNull())
  expect(within(messages()).getByText('closer').closest('em')?.textContent).toBe('closer')
  await waitFor(() => expect(within(screen.getByRole('banner')).getByText('47')).toBeTruthy())
})

test('reports that models failed to load and retries', async () => {
  api.failNext('GET /api/models', 503, null)
  const { user } = renderApp(api, `/chat/${mara.id}?new=true`)
  await screen.findByText('Couldn’t load the models.', { exact: false })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Model' }).textContent).toContain('MythoMist 7B'))
  expect(screen.queryByText('Couldn’t load the models.', { exact: false })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Message Mara' }))
})

test('sends a message written before the models have loaded, once they have', async () => {
  const release = holdCall(api, '/api/models')
  const { user } = renderApp(api, `/chat/${mara.id}?new=true`)
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message Mara' })
  await user.type(field, 'Hello{Enter}')
  expect(field.value).toBe('Hello')
  expect(screen.getAllByText('Your message is sent when the models have loaded.')).toHaveLength(2)
  release()
  await reply()
  expect(posts()).toHaveLength(1)
  expect(field.value).toBe('')
  expect(messages().textContent).toContain('Hello')
})

test('shows the scenario until the first user message', { tags: '@long' }, async () => {
  const { user, field } = await openChat()
  const scenario = 'A storm, a lighthouse, one knock at the door.'
  expect(within(screen.getByRole('region', { name: 'Scenario' })).getByText(scenario)).toBeTruthy()
  await user.type(field, 'Hello{Enter}')
  expect(within(messages()).queryByText(scenario)).toBeNull()
  expect(within(screen.getByRole('complementary', { name: 'About Mara' })).getByText(scenario)).toBeTruthy()
})

test('says once that the character is writing, until the reply is complete', { tags: '@long' }, async () => {
  const { user, field } = await openChat()
  const status = () => screen.queryByText('Mara is writing…')
  expect(status()).toBeNull()
  await user.type(field, 'Hello{Enter}')
  const written = await reply()
  const shown = status()
  expect(shown?.getAttribute('role')).toBe('status')
  act(() => written.chunk('Come in. '))
  await screen.findByTestId('reply-cursor')
  expect(status()).toBe(shown)
  act(() => void written.complete())
  await waitFor(() => expect(status()).toBeNull())
})

test('opens the actions of a message by a long press, and closes them on Back', { tags: '@long' }, async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === '(pointer: coarse)',
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
  const { user, address } = await openChat()
  await waitFor(() => expect(address()).toContain('session='))
  const there = address()
  // The list of messages loads this part lazily.
  await act(async () => void (await import('../src/features/chat/components/pressed_message.tsx')))
  const words = within(messages()).getByText('looks up from the lamp')
  // jsdom's PointerEvent has no coordinates.
  const touch = (type: string, x: number) =>
    fireEvent(
      words,
      Object.assign(new Event(type, { bubbles: true }), {
        pointerType: 'touch',
        isPrimary: true,
        clientX: x,
        clientY: 0,
      })
    )
  touch('pointerdown', 0)
  const sheet = within(await screen.findByRole('dialog', { name: 'Mara' }))
  expect(sheet.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Copy',
    'Edit',
    'Read aloud',
    'Copy as written',
    'Pin',
    'Hide from prompts',
    'Save as picture',
    'Branch from here',
    'Rewind to here',
    'Draw this',
    'Delete',
  ])
  // The click of the lifting finger, on what has opened below it.
  fireEvent.click(sheet.getByRole('button', { name: 'Delete' }), { detail: 1 })
  expect(screen.getByRole('dialog', { name: 'Mara' })).toBeTruthy()
  act(() => window.history.back())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(address()).toBe(there)
  // A moving finger scrolls and is no long press.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  touch('pointerdown', 0)
  touch('pointermove', 30)
  vi.runAllTimers()
  vi.useRealTimers()
  expect(screen.queryByRole('dialog')).toBeNull()
  touch('pointerdown', 0)
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Edit' }))
  expect(await screen.findByRole('textbox', { name: 'Edit message' })).toBeTruthy()
})

test('adds a line on Shift+Enter, clears on Escape and does not send blank text', async () => {
  const { user, field } = await openChat()
  await user.type(field, 'one{Shift>}{Enter}{/Shift}two')
  expect(field.value).toBe('one\ntwo')
  await user.type(field, '{Escape}')
  expect(field.value).toBe('')
  await user.type(field, '   {Enter}')
  expect(posts()).toHaveLength(0)
})

test('brings a cleared text back, but not over a new one', { tags: '@long' }, async () => {
  const { user, field } = await openChat()
  await user.type(field, 'A long thought{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(field.value).toBe('A long thought')
  expect(document.activeElement).toBe(field)
  await user.type(field, '{Escape}New')
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(field.value).toBe('New')
})

test('does not send on Enter during IME composition', async () => {
  const { field } = await openChat()
  fireEvent.change(field, { target: { value: 'にほん' } })
  fireEvent.keyDown(field, { key: 'Enter', isComposing: true })
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 })
  expect(posts()).toHaveLength(0)
  fireEvent.keyDown(field, { key: 'Enter' })
  await waitFor(() => expect(posts()).toHaveLength(1))
})

test('counts code points, shows the limit near it and sends nothing beyond it', async () => {
  const { field } = await openChat()
  fireEvent.change(field, { target: { value: 'x'.repeat(7_500) } })
  expect(screen.queryByText(/8,000/)).toBeNull()
  fireEvent.change(field, { target: { value: '💎'.repeat(8_000) } })
  expect(screen.getByText('8,000 / 8,000')).toBeTruthy()
  expect(screen.getByRole('button', { name: /^Send for / })).toHaveProperty('disabled', false)
  fireEvent.change(field, { target: { value: '💎'.repeat(8_001) } })
  expect(screen.getByRole('button', { name: /^Send for / })).toHaveProperty('disabled', true)
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(posts()).toHaveLength(0)
})

test('restores a draft after a reload, says that it is saved and removes it once sent', async () => {
  const first = await openChat()
  await first.user.type(first.field, 'Not yet')
  expect(await screen.findByText('Draft saved', {}, { timeout: 2_000 })).toBeTruthy()
  const address = first.address()
  first.unmount()
  const second = await openChat(address.slice(address.indexOf('?')))
  expect(second.field.value).toBe('Not yet')
  await second.user.type(second.field, '{Enter}')
  expect(Object.keys(localStorage).filter((key) => key.includes('draft'))).toEqual([])
})

/** Adds a chat with a number of replies of the built-in writer. */
const addDemoChat = (replies: number) => {
  api.models = api.models.map((model) => ({ ...model, isDemo: true }))
  const said = Array.from({ length: replies }, (_, index) => [`Hello ${index}`, `Evening ${index}.`]).flat()
  return `?session=${api.addChat(mara.id, said).session.id}`
}
const demoNotice = () => screen.queryByRole('region', { name: 'Demo' })

test('marks the models of the built-in writer', { tags: '@long' }, async () => {
  const { user } = await openChat(addDemoChat(1))
  await user.click(screen.getByRole('combobox', { name: 'Model' }))
  expect((await screen.findByRole('option', { name: /MythoMist 7B\s*Demo/ })).textContent).toContain('3')
})

test('says before sending that the model is having trouble', async () => {
  api.models = api.models.map((model) => ({ ...model, ...(model.tier === 'standard' && { trouble: true }) }))
  const { user } = await openChat()
  await screen.findByText('MythoMist 7B is having trouble right now.')
  await user.click(screen.getByRole('combobox', { name: 'Model' }))
  expect((await screen.findByRole('option', { name: /MythoMist 7B/ })).textContent).toContain(
    'Having trouble right now'
  )
})

test('says nothing of the built-in writer before the third reply', async () => {
  await openChat(addDemoChat(2))
  expect(demoNotice()).toBeNull()
})

test('says after the third reply what answers, until dismissed in this chat', async () => {
  const [chat, other] = [addDemoChat(3), addDemoChat(3)]
  const { user, unmount } = await openChat(chat)
  expect(demoNotice()?.textContent).toContain('A built-in writer answers, not an AI model. An admin can connect one.')
  await user.click(within(demoNotice()!).getByRole('button', { name: 'Dismiss' }))
  expect(demoNotice()).toBeNull()
  unmount()
  await openChat(other)
  expect(demoNotice()).toBeTruthy()
})

test('shortens the placeholder of the message box on phones, and keeps its name', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === phoneQuery,
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
  renderApp(api, `/chat/${mara.id}?new=true`)
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message Mara' })
  expect(field.placeholder).toBe('Message…')
})

test('tells admins how to connect a model', async () => {
  api.user = { ...api.user!, role: 'admin', isAdmin: true }
  await openChat(addDemoChat(3))
  expect(demoNotice()?.textContent).toContain('npm run cli -- get-model or set MODELS_PROVIDER')
})

test('calls nothing of the built-in writer AI-generated', { tags: '@long' }, async () => {
  mockWindowWidth(1680)
  api.models = api.models.map((model) => ({ ...model, isDemo: true }))
  await openChat()
  expect(await screen.findByText('This is a demo')).toBeTruthy()
  expect(screen.queryByText(/AI-generated|language model/i)).toBeNull()
})

test('shows no demo badge where a real model answers', async () => {
  await openChat()
  expect(screen.queryByText('Demo')).toBeNull()
})

test('refuses a model that costs more than the balance before sending', async () => {
  api.user = { ...api.user!, rubies: 6 }
  const { user, field } = await openChat()
  await user.click(screen.getByRole('combobox', { name: 'Model' }))
  expect((await screen.findByRole('option', { name: /MythoMax 13B/ })).getAttribute('aria-disabled')).toBe('true')
  await user.click(screen.getByRole('option', { name: /ReMM 13B/ }))
  await user.type(field, 'Hello{Enter}')
  expect(await screen.findByText('Insufficient Rubies: You need 7 rubies to use the ReMM 13B model.')).toBeTruthy()
  expect(posts()).toHaveLength(0)
  expect(field.value).toBe('Hello')
})

test('shows why the server refused, links to the shop and keeps the text', { tags: '@long' }, async () => {
  const { user, field, address, goTo } = await openChat()
  await waitFor(() => expect(address()).toContain('session='))
  const there = address()
  api.user = { ...api.user!, rubies: 0 }
  await user.type(field, 'Hello{Enter}')
  const alert = await screen.findByRole('alertdialog', { name: 'Access Denied:' })
  expect(alert.textContent).toContain('Insufficient Rubies: You need 3 rubies to use the MythoMist 7B model.')
  await waitFor(() => expect(address()).toBe('/ruby-shop'))
  await user.click(within(alert).getByRole('button', { name: 'OK' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await goTo(there)
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message Mara' })).value).toBe('Hello')
  expect(screen.queryByText('Generating...')).toBeNull()
})

test('opens Discord in a new tab when a refusal requires it', async () => {
  const openTab = vi.spyOn(browser, 'openTab').mockImplementation(() => {})
  const { user, field } = await openChat()
  api.onReply = (reply) =>
    reply.end({ type: 'access_denied', error: 'Join first.', upgradeUrl: 'https://discord.gg/facet' })
  await user.type(field, 'Hello{Enter}')
  await waitFor(() => expect(openTab).toHaveBeenCalledWith('https://discord.gg/facet'))
  expect((await screen.findByRole('alertdialog')).textContent).toContain('Join first.')
})

test('offers Retry for a failed message and sends the same one', async () => {
  const { user, field } = await openChat()
  api.isOffline = true
  await user.type(field, 'Hello{Enter}')
  expect(await screen.findByText('Failed to send')).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toBe('Failed to send message')
  expect(screen.queryByText('Error')).toBeNull()
  api.isOffline = false
  await user.click(screen.getByRole('button', { name: /^Retry 3/ }))
  const written = await reply()
  act(() => written.chunk('Hi.'))
  act(() => void written.complete())
  expect(await screen.findByText('Hi.', { selector: '[aria-label="Messages"] *' })).toBeTruthy()
  expect(screen.queryByText('Failed to send')).toBeNull()
  expect(new Set(posts().map((body) => (body as { clientMessageId: string }).clientMessageId)).size).toBe(1)
})

test('shows a message that waits for a reply, and returns its text on Cancel', async () => {
  const { user, field } = await openChat()
  await user.type(field, 'Hello{Enter}')
  await reply()
  await user.type(field, 'And breakfast?{Enter}')
  expect(field.value).toBe('')
  expect(screen.getByText('Sends when the reply is finished')).toBeTruthy()
  await user.type(field, 'Or lunch?')
  expect(screen.getByRole('button', { name: 'Send after this reply for 3 rubies' })).toHaveProperty('disabled', true)
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(field.value).toBe('And breakfast?\n\nOr lunch?')
  expect(document.activeElement).toBe(field)
  expect(posts()).toHaveLength(1)
})

test('keeps and marks the text of a stopped reply', async () => {
  const { user, field } = await openChat()
  await user.type(field, 'Hello{Enter}')
  const written = await reply()
  act(() => written.chunk('Come'))
  await user.click(await screen.findByRole('button', { name: 'Stop' }))
  expect(await screen.findByText('Stopped')).toBeTruthy()
  expect(screen.getByRole('button', { name: /^Send for / })).toBeTruthy()
})

test('says why the model declined to finish a reply, whose text is charged, also after a reload', async () => {
  const { user, field, unmount } = await openChat()
  await user.type(field, 'Hello{Enter}')
  const written = await reply()
  act(() => written.chunk('Come'))
  const error = declines.content_filtered
  const message = Object.assign(written.save('stopped'), { declined: 'content_filtered' as const })
  act(() => written.end({ type: 'error', error, code: 'content_filtered', message }))
  expect(await screen.findByText(error)).toBeTruthy()
  unmount()
  await openChat(`?session=${api.chats[0]!.session.id}`)
  expect(await screen.findByText(error)).toBeTruthy()
  expect(screen.queryByText('Stopped')).toBeNull()
  expect(screen.queryByText(/This reply was free/)).toBeNull()
})

test('resumes a running reply after a reload', async () => {
  const chat = api.addChat(mara.id)
  const written = api.startReply(chat, 'Hello', 'a-key')
  written.chunk('Come ')
  await openChat(`?session=${chat.session.id}`)
  expect(await screen.findByTestId('reply-cursor')).toBeTruthy()
  act(() => written.chunk('in.'))
  act(() => void written.complete())
  await waitFor(() => expect(messages().textContent).toContain('Come in.'))
  expect(screen.queryByTestId('reply-cursor')).toBeNull()
})

test('shows the reply after leaving and coming back during it', async () => {
  const { user, field, goTo, address } = await openChat()
  await waitFor(() => expect(address()).toContain('session='))
  const there = address()
  await user.type(field, 'Hello{Enter}')
  const written = await reply()
  await goTo('/')
  written.text = 'Come in.'
  written.complete()
  await goTo(there)
  await waitFor(() => expect(messages().textContent).toContain('Come in.'))
  expect(messages().textContent).toContain('Hello')
})

test('announces a reply sentence by sentence', async () => {
  const { user, field } = await openChat()
  await user.type(field, 'Hello{Enter}')
  const written = await reply()
  const spoken = () => [...screen.getByTestId('reply-announcer').children].map((line) => line.textContent)
  act(() => written.chunk('Come in. *She sm'))
  await waitFor(() => expect(spoken()).toEqual(['Come in.']))
  act(() => written.chunk('iles.* Sit'))
  await waitFor(() => expect(spoken()).toEqual(['Come in.', 'She smiles.']))
  act(() => void written.complete())
  await waitFor(() => expect(spoken()).toEqual(['Come in.', 'She smiles.', 'Sit']))
})

test('reports an unknown chat', async () => {
  renderApp(api, '/chat/nobody?session=gone')
  expect(await screen.findByRole('heading', { name: 'Chat not found' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Back to the gallery' }).getAttribute('href')).toBe('/')
})

test('distinguishes a forbidden chat from an unknown one', async () => {
  api.failNext(`GET /api/chats/${mara.id}`, 403, {
    message: 'Adult Content: enable it in Settings',
    code: 'adult_content',
  })
  renderApp(api, `/chat/${mara.id}`)
  expect(await screen.findByRole('heading', { name: 'Adult Content' })).toBeTruthy()
  expect(screen.getByText('Enable in Settings')).toBeTruthy()
})

test('retries loading a chat after a failure', async () => {
  api.failNext(`GET /api/chats/${mara.id}`, 500, null)
  const { user } = renderApp(api, `/chat/${mara.id}`)
  expect(await screen.findByRole('heading', { name: 'Chat not found' })).toBeTruthy()
  expect(screen.getByText('Failed to fetch chat data')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('textbox', { name: 'Message Mara' })).toBeTruthy()
})

test('shows the price of the next reply next to the field, and missing rubies before sending', async () => {
  api.user = { ...api.user!, rubies: 2 }
  const { user } = await openChat()
  expect(screen.getByRole('button', { name: 'Send for 3 rubies' })).toBeTruthy()
  expect(screen.getByText(/^Not enough rubies: MythoMist 7B costs 3, you have 2\./)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Buy rubies' }).getAttribute('href')).toBe('/ruby-shop')
  await user.click(screen.getByRole('combobox', { name: 'Model' }))
  await user.click(await screen.findByRole('option', { name: /Toppy 7B/ }))
  expect(screen.getByRole('button', { name: 'Send for 1 ruby' })).toBeTruthy()
  expect(screen.queryByText(/Not enough rubies/)).toBeNull()
})

test('offers the best affordable model next to the shop', async () => {
  api.user = { ...api.user!, rubies: 2 }
  const { user, field } = await openChat()
  await user.click(screen.getByRole('button', { name: 'Use Toppy 7B for 1' }))
  expect(screen.getByRole('button', { name: 'Send for 1 ruby' })).toBeTruthy()
  expect(screen.queryByText(/Not enough rubies/)).toBeNull()
  expect(document.activeElement).toBe(field)
})

test('offers only the shop with no rubies', async () => {
  api.user = { ...api.user!, rubies: 0 }
  await openChat()
  expect(screen.getByRole('link', { name: 'Buy rubies' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Use / })).toBeNull()
})

test('opens the character panel from the name in the header', async () => {
  const { user } = await openChat()
  await user.click(screen.getByRole('button', { name: 'About Mara' }))
  const sheet = await screen.findByRole('dialog', { name: 'Mara' })
  expect(within(sheet).getByText('A lighthouse keeper who writes letters to ships.')).toBeTruthy()
  expect(within(within(sheet).getByRole('list', { name: 'Tags' })).getByText('Sea')).toBeTruthy()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('labels the button in the header with its visible text, also when initials replace the picture', async () => {
  const chat = api.addChat(mara.id, ['Hello', 'Good evening.'])
  chat.session.title = 'Night at sea'
  await openChat(`?session=${chat.session.id}`)
  const button = screen.getByRole('button', { name: 'About Mara, Night at sea' })
  expect(button.parentElement?.textContent).toContain('MA')
  expect(button.textContent).toBe('Mara Night at sea')
})

test('shows the time of each message, and its model where that changes', async () => {
  const chat = api.addChat(mara.id, ['Hello', 'Good evening.', 'Still there?'])
  const extra = api.message(chat, { content: 'I am.', isUser: false })
  chat.messages.push(extra, api.message(chat, { content: 'Look at the sea.', isUser: false }))
  await openChat(`?session=${chat.session.id}`)
  const items = within(messages()).getAllByRole('listitem')
  expect(items).toHaveLength(6)
  for (const item of items.slice(0, -1)) expect(item.querySelector('time')?.dateTime).toBeTruthy()
  const [first, second] = items.slice(-2)
  expect(within(first!).getByText('Mara')).toBeTruthy()
  // The repeated name is for screen readers only.
  expect(within(second!).getByText('Mara:').className).toBe('sr-only')
})

test('shrinks the chat for an on-screen keyboard, not for zooming', async () => {
  const viewport = Object.assign(new EventTarget(), { height: window.innerHeight, scale: 1, offsetTop: 0 })
  vi.stubGlobal('visualViewport', viewport)
  const { field } = await openChat()
  const covered = () => field.closest<HTMLElement>('[style*="--keyboard"]')?.style.getPropertyValue('--keyboard')
  const change = (changes: Partial<typeof viewport>) => {
    Object.assign(viewport, changes)
    viewport.dispatchEvent(new Event('resize'))
  }
  change({ height: window.innerHeight - 300 })
  expect(covered()).toBe('300px')
  change({ height: window.innerHeight })
  expect(covered()).toBe('0px')
  change({ height: window.innerHeight / 2, scale: 2 })
  expect(covered()).toBe('0px')
})

test('loads older messages only by button after a failure', { tags: '@long' }, async () => {
  const chat = api.addChat(
    mara.id,
    Array.from({ length: 220 }, (_, index) => `Number ${index}`)
  )
  const { user } = await openChat(`?session=${chat.session.id}`)
  const asked = () => api.requests.filter(({ path }) => path.includes('before=')).length
  api.failNext(`GET /api/chats/${mara.id}`, 500, null)
  fireEvent.scroll(messages())
  expect(await screen.findByText('Failed to load older messages')).toBeTruthy()
  fireEvent.scroll(messages())
  fireEvent.scroll(messages())
  expect(asked()).toBe(1)
  await user.click(screen.getByRole('button', { name: 'Load older messages' }))
  expect(await screen.findByText('Number 0')).toBeTruthy()
  expect(asked()).toBe(2)
  expect(screen.queryByRole('button', { name: 'Load older messages' })).toBeNull()
})
