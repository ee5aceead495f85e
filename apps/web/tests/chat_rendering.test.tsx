import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { countCodePoints } from '../src/lib/code_points.ts'
import { fillMacros } from '../src/components/shared/fill_macros.ts'
import { splitActions } from '../src/components/shared/split_actions.ts'
import { FakeApi, type FakeReply } from './fake_api.ts'
import { renderApp } from './render_app.tsx'

// Each part of the chat calls one of these when it renders: a message, a paragraph, the composer.
vi.mock('../src/components/shared/fill_macros.ts', { spy: true })
vi.mock('../src/components/shared/split_actions.ts', { spy: true })
vi.mock('../src/lib/code_points.ts', { spy: true })

test('renders only the last paragraph of a streaming reply', async () => {
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

  vi.mocked(fillMacros).mockClear()
  vi.mocked(splitActions).mockClear()
  vi.mocked(countCodePoints).mockClear()
  act(() => reply!.chunk('goes on.'))
  await screen.findByText(/goes on/, { selector: '[aria-label="Messages"] *' })
  const texts = new Set(vi.mocked(fillMacros).mock.calls.map(([text]) => text))
  expect([...texts]).toEqual(['First paragraph.\n\nSecond goes on.'])
  expect(vi.mocked(countCodePoints).mock.calls).toEqual([])
  const splits = (text: string) => vi.mocked(splitActions).mock.calls.filter(([split]) => split === text).length
  // MessageText splits every paragraph, but renders only new ones.
  expect(splits('First paragraph.')).toBeLessThan(splits('Second goes on.'))
  act(() => void reply!.complete())
})

test('fades in new words only', async () => {
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
  // The same element: nothing moves and a selection survives.
  expect(paragraph?.isConnected).toBe(true)
  expect(paragraph?.textContent).toBe('Come in, quickly.')
  const opening = list.querySelector('li')
  expect(opening?.querySelector('.chat-ink')).toBeNull()
})
