import { defaultReadingPreferences } from '#modules/accounts/api'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { aiNotice } from './fake_answers.ts'
import { FakeChatApi } from './fake_chat.ts'
import { renderApp } from './render_app.tsx'
import { mockWindowWidth } from './window_width.ts'

let api: FakeChatApi
beforeEach(() => {
  mockWindowWidth(1440)
  api = new FakeChatApi()
})

const open = async () => {
  const mara = api.addCharacter({ name: 'Mara' })
  const chat = api.addChat(mara.id, ['Hello', '*She nods.* “Come in.”'])
  const { user, container } = renderApp(api, `/chat/${mara.id}?session=${chat.session.id}`)
  await screen.findByRole('textbox', { name: 'Message Mara' })
  const root = () => container.querySelector('[data-reading-size]')
  const openSheet = async () => {
    await user.click(screen.getByRole('button', { name: 'Chat menu' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Reading' }))
    return within(await screen.findByRole('dialog', { name: 'Reading' }))
  }
  return { user, root, openSheet }
}

test('applies reading settings at once, saves them, and resets them', { tags: '@long' }, async () => {
  const { user, root, openSheet } = await open()
  expect(root()?.getAttribute('data-reading-size')).toBe('medium')
  const sheet = await openSheet()
  await user.click(sheet.getByRole('radio', { name: 'Large' }))
  await user.click(sheet.getByRole('radio', { name: 'For dyslexia' }))
  await user.click(sheet.getByRole('switch', { name: /^Color speech/ }))
  const changed = { ...defaultReadingPreferences, size: 'large', font: 'dyslexia', speechTint: false }
  await waitFor(() => expect(api.user!.reading).toEqual(changed))
  expect(root()?.getAttribute('data-reading-size')).toBe('large')
  expect(root()?.getAttribute('data-reading-font')).toBe('dyslexia')
  await user.click(sheet.getByRole('button', { name: 'Reset to defaults' }))
  await waitFor(() => expect(api.user!.reading).toBeNull())
  expect(root()?.getAttribute('data-reading-size')).toBe('medium')
})

test('hides the panels in focus mode until they are shown again', async () => {
  api.user!.reading = { ...defaultReadingPreferences, focus: true }
  const { user } = await open()
  expect(screen.queryByRole('complementary', { name: 'About Mara' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Show panels' }))
  await waitFor(() => expect(api.user!.reading?.focus).toBe(false))
  expect(screen.queryByRole('button', { name: 'Show panels' })).toBeNull()
})

test('keeps the scenario one press away when panels are hidden and messages have been written', async () => {
  api.user!.reading = { ...defaultReadingPreferences, focus: true }
  const scenario = 'A storm, a lighthouse, one knock at the door.'
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: /^About Mara/ }))
  expect(within(await screen.findByRole('dialog', { name: 'Mara' })).getByText(scenario)).toBeTruthy()
})

test('leaves focus mode by Escape, unless a dialog or the draft uses the key', async () => {
  api.user!.reading = { ...defaultReadingPreferences, focus: true }
  const { user, openSheet } = await open()
  const isFocused = () => api.user!.reading?.focus
  const composer = screen.getByRole('textbox', { name: 'Message Mara' })
  await openSheet()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.type(composer, 'Hello{Escape}')
  expect(isFocused()).toBe(true)
  expect(screen.getByRole('button', { name: 'Show panels' })).toBeTruthy()
  await user.type(composer, '{Escape}')
  await waitFor(() => expect(isFocused()).toBe(false))
})

test('keeps both of two changes that follow each other at once', async () => {
  const { openSheet } = await open()
  const sheet = await openSheet()
  act(() => {
    fireEvent.click(sheet.getByRole('radio', { name: 'Large' }))
    fireEvent.click(sheet.getByRole('radio', { name: 'Cream' }))
  })
  await waitFor(() =>
    expect(api.user!.reading).toEqual({ ...defaultReadingPreferences, size: 'large', paper: 'cream' })
  )
})

test('ignores Escape on screens without panels', async () => {
  mockWindowWidth(390)
  api.user!.reading = { ...defaultReadingPreferences, focus: true }
  const { user } = await open()
  await user.type(screen.getByRole('textbox', { name: 'Message Mara' }), '{Escape}')
  expect(api.user!.reading?.focus).toBe(true)
})

const notices = () => within(screen.getByRole('region', { name: 'Messages' })).getAllByText(aiNotice)

test.each([
  { width: 360, focus: false },
  { width: 1680, focus: true },
])('says above the messages that a machine writes at $width px, with focus mode $focus', async ({ width, focus }) => {
  mockWindowWidth(width)
  api.user!.reading = { ...defaultReadingPreferences, focus }
  await open()
  const [notice, ...others] = notices()
  expect(others).toEqual([])
  const first = screen.getByText(/Mara did not expect company/)
  expect(notice!.compareDocumentPosition(first) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
})

test('repeats that a machine writes above the messages that the server has marked, also while the chat is open', async () => {
  await open()
  await waitFor(() => expect(api.listeners).toBe(1))
  const [chat] = api.chats
  const { id: messageId } = chat!.messages[1]!
  const event = { type: 'chat', sessionId: chat!.session.id, what: 'notice_added', messageId } as const
  const reads = () => api.calls(`GET /api/chats/${chat!.characterId}`).length
  const before = reads()
  act(() => api.broadcast({ ...event, sessionId: 'another' }))
  act(() => api.broadcast(event))
  await waitFor(() => expect(notices()).toHaveLength(2))
  const message = screen.getByText('Hello').closest('li')!
  expect(within(message).getByText(aiNotice)).toBeTruthy()
  expect(reads()).toBe(before)
})

test('shows the reminders of a chat that was left and opened again', async () => {
  const mara = api.addCharacter({ name: 'Mara' })
  const chat = api.addChat(mara.id, ['Hello', 'Come in.', 'And now?', 'Sit.'])
  chat.noticed = [chat.messages[1]!.id, chat.messages[3]!.id]
  renderApp(api, `/chat/${mara.id}?session=${chat.session.id}`)
  await screen.findByRole('textbox', { name: 'Message Mara' })
  expect(notices().map((notice) => notice.closest('li')?.textContent?.includes('And now?'))).toEqual([
    undefined,
    false,
    true,
  ])
})
