import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { countCodePoints } from '../src/lib/code_points.ts'
import { Inlines } from '../src/components/text/inlines.tsx'
import { shownText } from '../src/features/chat/shown_text.ts'
import { FakeApi, type FakeReply } from './fake_api.ts'
import { renderApp } from './render_app.tsx'

// These functions are called on each render of a message, a paragraph and the message box.
vi.mock('../src/features/chat/shown_text.ts', { spy: true })
vi.mock('../src/components/text/inlines.tsx', { spy: true })
vi.mock('../src/lib/code_points.ts', { spy: true })

test('re-renders only the streaming message, and only its last paragraph', async () => {
  const api = new FakeApi()
  const mara = api.addCharacter({ name: 'Mara' })
  const replies: FakeReply[] = []
  api.onReply = (reply) => void replies.push(reply)
  const chat = api.addChat(mara.id, ['One', 'Two', 'Three'])
  const { user } = renderApp(api, `/chat/${mara.id}?session=${chat.session.id}`)
  await user.type(await screen.findByRole('textbox', { name: 'Message Mara' }), 'Hello{Enter}')
  await waitFor(() => expect(replies).toHaveLength(1))
  const [reply] = replies
  act(() => reply!.chunk('First paragraph.\n\nSecond '))
  await screen.findByText(/Second/, { selector: '[aria-label="Messages"] *' })

  vi.mocked(shownText).mockClear()
  vi.mocked(Inlines).mockClear()
  vi.mocked(countCodePoints).mockClear()
  act(() => reply!.chunk('goes on.'))
  await screen.findByText(/goes on/, { selector: '[aria-label="Messages"] *' })
  const texts = new Set(vi.mocked(shownText).mock.calls.map(([{ content }]) => content))
  expect([...texts]).toEqual(['First paragraph.\n\nSecond goes on.'])
  expect(vi.mocked(countCodePoints).mock.calls).toEqual([])
  const drawn = vi.mocked(Inlines).mock.calls.map(([{ inlines }]) => JSON.stringify(inlines))
  expect(drawn.length).toBeGreaterThan(0)
  expect(drawn.every((inlines) => inlines.includes('goes on'))).toBe(true)
  act(() => void reply!.complete())
})

test('fades in only what arrives after the first render', async () => {
  const api = new FakeApi()
  const mara = api.addCharacter({ name: 'Mara' })
  const chat = api.addChat(mara.id)
  const reply = api.startReply(chat, 'Hello')
  reply.chunk('Come ')
  renderApp(api, `/chat/${mara.id}?session=${chat.session.id}`)
  await screen.findByTestId('reply-cursor')
  act(() => reply.chunk('in, *quickly*.'))
  await waitFor(() => expect(document.querySelectorAll('.chat-ink').length).toBeGreaterThan(1))
  const fresh = () => [...document.querySelectorAll('.chat-ink')].map((piece) => piece.textContent)
  expect(fresh().join('')).toContain('in, quickly.')
  const list = screen.getByRole('region', { name: 'Messages' })
  const paragraph = [...list.querySelectorAll('p')].find((element) => element.textContent?.startsWith('Come in'))
  act(() => void reply.complete())
  await waitFor(() => expect(screen.queryByTestId('reply-cursor')).toBeNull())
  // The element stays the same, so the end of the reply shifts nothing and keeps the selection.
  expect(paragraph?.isConnected).toBe(true)
  expect(paragraph?.textContent).toBe('Come in, quickly.')
  const opening = list.querySelector('li')
  expect(opening?.querySelector('.chat-ink')).toBeNull()
})
