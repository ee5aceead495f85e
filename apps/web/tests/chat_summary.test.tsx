import type { SummaryVersion } from '#modules/chat/api'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { FakeChatApi, noSummary } from './fake_chat.ts'
import { renderApp } from './render_app.tsx'

let api: FakeChatApi
beforeEach(() => {
  api = new FakeChatApi()
})

const version = (id: string, text: string, more: Partial<SummaryVersion> = {}): SummaryVersion => ({
  id,
  author: 'model',
  model: 'basic',
  createdAt: new Date().toISOString(),
  upToMessageId: null,
  upToAt: '2026-01-05T12:30:00Z',
  upToExcerpt: 'Come in.',
  isStale: false,
  excerpt: text,
  ...more,
})
const withText = (text: string, more: Partial<SummaryVersion> = {}) => {
  const current = version('v2', text, more)
  api.summary = {
    ...noSummary,
    current: { ...current, text, messageCount: 2 },
    versions: [current, version('v1', 'They met.')],
  }
}

const openMemory = async (prepare?: (chat: ReturnType<FakeChatApi['addChat']>) => void) => {
  const mara = api.addCharacter({ name: 'Mara' })
  const chat = api.addChat(mara.id, ['Hello', 'Come in.'])
  prepare?.(chat)
  const app = renderApp(api, `/chat/${mara.id}?session=${chat.session.id}`)
  await app.user.click(await screen.findByRole('button', { name: /^Memory \d+%/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Memory' }))
  await app.user.click(dialog.getByRole('tab', { name: 'Memory' }))
  await dialog.findByRole('heading', { name: 'Summary' })
  return { ...app, chat, dialog }
}

test('explains the empty summary, and saves one that the user writes', async () => {
  const { user, dialog } = await openMemory()
  expect(dialog.getByText('When the chat outgrows the model’s context, a summary appears here.')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Write my own' }))
  await user.type(dialog.getByRole('textbox', { name: 'Summary' }), 'They met in spring.')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect((await dialog.findByRole('group', { name: 'Text of the summary' })).textContent).toBe('They met in spring.')
  expect(dialog.getByText(/^Your words/)).toBeTruthy()
})

test('shows the text, switches, versions and what is outdated', async () => {
  withText('They met in spring.', { isStale: true })
  const { user, dialog } = await openMemory()
  expect(dialog.getAllByText('Outdated').length).toBeGreaterThan(0)
  expect(dialog.getByText(/^Covers messages 1–2 \(until (5 Jan|Jan 5)/)).toBeTruthy()
  await user.click(dialog.getByRole('switch', { name: /^Freeze the summary/ }))
  await user.click(await dialog.findByRole('switch', { name: /^Freeze the summary/, checked: true }))
  await dialog.findByRole('switch', { name: /^Freeze the summary/, checked: false })
  await user.click(dialog.getByRole('switch', { name: /^Use the summary/ }))
  await dialog.findByRole('switch', { name: /^Use the summary/, checked: false })
  expect(dialog.queryByRole('button', { name: 'Regenerate' })).toBeNull()
  await user.click(dialog.getByText('Versions (2)'))
  await user.click(dialog.getByRole('button', { name: /^Use the version of/ }))
  await dialog.findByText('They met.', { selector: '[role=group]' })
})

test('moves the focus to the message that a link shows', async () => {
  const { user, dialog } = await openMemory(({ messages }) => {
    const hello = messages.find(({ content }) => content === 'Hello')
    withText('They met in spring.', { upToMessageId: hello!.id, upToExcerpt: hello!.content })
  })
  await user.click(dialog.getByRole('button', { name: /^Show the last message/ }))
  await waitFor(() => expect(document.activeElement?.closest('li')?.textContent).toContain('Hello'))
  expect(screen.queryByRole('dialog')).toBeNull()
  // The closed dialog returns the focus in a task of its own.
  await act(() => new Promise((resolve) => setTimeout(resolve)))
  expect(document.activeElement?.closest('li')?.textContent).toContain('Hello')
})

test('shows the last message that an earlier version covers', async () => {
  const { user, dialog } = await openMemory(({ messages }) => {
    withText('They met in spring.')
    const { id, content } = messages.find((message) => message.content === 'Hello')!
    api.summary.versions[1] = version('v1', 'They met.', { upToMessageId: id, upToExcerpt: content })
  })
  await user.click(dialog.getByText('Versions (2)'))
  await user.click(dialog.getByRole('button', { name: 'Show its last message Hello' }))
  await waitFor(() => expect(document.activeElement?.closest('li')?.textContent).toContain('Hello'))
})

test('rewrites the summary, and shows it when the job is done', async () => {
  withText('They met in spring.')
  const { user, dialog, chat } = await openMemory()
  await user.click(dialog.getByRole('button', { name: 'Regenerate' }))
  await dialog.findByText('Writing the summary…')
  withText('They met in winter.')
  act(() => api.broadcast({ type: 'chat', sessionId: chat.session.id, what: 'memory_changed' }))
  await dialog.findByText('They met in winter.', { selector: '[role=group]' })
  expect(dialog.queryByText('Writing the summary…')).toBeNull()
})

test('says when the model failed', async () => {
  api.summary = { ...noSummary, state: 'failed' }
  const { dialog } = await openMemory()
  expect(dialog.getByText(/couldn’t write the summary/)).toBeTruthy()
})

test('says in the memory and in the chat when the free summaries of the day are used up', async () => {
  api.summary = { ...noSummary, isSpent: true }
  const line =
    'Today’s free summaries are used up, so the model doesn’t know the oldest messages. Pin the facts that it must not forget.'
  const history = { tokens: 60, messages: [], cutMessages: 3, oldestId: null }
  api.context = { history }
  const { dialog, unmount } = await openMemory()
  expect(dialog.getByText(/^Today’s free summaries are used up. Until tomorrow/)).toBeTruthy()
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Generate now' }).disabled).toBe(true)
  expect(screen.queryByText(line)).toBeNull()
  unmount()
  api.context = { history: { ...history, isSummarySpent: true } }
  await openMemory()
  expect(screen.getByText(line)).toBeTruthy()
})

test('pins a proposed fact, and dismisses another', async () => {
  api.summary = {
    ...noSummary,
    facts: [
      { id: 'f1', text: 'Robin is a baker.' },
      { id: 'f2', text: 'It is winter.' },
    ],
  }
  const { user, dialog, chat } = await openMemory()
  await user.click(dialog.getByRole('button', { name: 'Pin: Robin is a baker.' }))
  expect((await dialog.findByRole<HTMLTextAreaElement>('textbox', { name: 'Fact 1' })).value).toBe('Robin is a baker.')
  await user.click(dialog.getByRole('button', { name: 'Dismiss: It is winter.' }))
  await dialog.findByRole('button', { name: 'Write my own' })
  expect(dialog.queryByRole('heading', { name: 'Proposed facts' })).toBeNull()
  expect(chat.session.pins).toEqual(['Robin is a baker.'])
})
