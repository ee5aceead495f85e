import { planPrompt } from '#modules/chat/api'
import type { Character } from '#modules/gallery/api'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { FakeChat, FakeReply } from './fake_api.ts'
import { FakeChatApi } from './fake_chat.ts'
import { renderApp } from './render_app.tsx'

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone

let api: FakeChatApi
let mara: Character
let replies: FakeReply[]
beforeEach(() => {
  api = new FakeChatApi()
  api.user = { ...api.user!, personaName: 'Captain Reed', personaDescription: 'Tall.' }
  mara = api.addCharacter({
    name: 'Mara',
    firstMessage: '{{random:Ahoy,Welcome,Evening}}, {{user}}. {{pick:red,green,blue}}',
    scenario: '{{user}} comes to {{char}}.',
  })
  replies = []
  api.onReply = (reply) => void replies.push(reply)
})

const open = async (chat: FakeChat) => {
  const app = renderApp(api, `/chat/${mara.id}?session=${chat.session.id}`)
  const field = await screen.findByRole('textbox', { name: 'Message Mara' })
  return { ...app, field }
}
const list = () => screen.getByRole('region', { name: 'Messages' })
/** Returns the texts of the messages, each in one paragraph. */
const shown = () =>
  within(list())
    .getAllByRole('listitem')
    .map((item) => item.querySelector('p.text-read, .text-read p')?.textContent)

/** Returns the texts that the server sends to the model. */
const sent = ({ session, messages }: FakeChat) =>
  planPrompt({
    sheet: {
      name: mara.name,
      description: '',
      personality: mara.personality ?? '',
      backstory: mara.backstory ?? '',
      scenario: mara.scenario ?? '',
    },
    persona: { name: 'Captain Reed', description: 'Tall.', personality: '', background: '' },
    pins: [],
    history: messages.map(({ id, isUser, content, createdAt }) => ({ id, isUser, content, at: Date.parse(createdAt) })),
    contextTokens: 100_000,
    outputTokensMax: 400,
    macros: { seed: 'next', chatId: session.id, at: Date.now(), timeZone: zone, model: 'Standard' },
  }).kept.map(({ content }) => content)

test('shows messages as the model gets them', async () => {
  const chat = api.addChat(mara.id, [
    'I rolled {{roll:1000}} at {{time}} on {{isodate}}. {{// hidden}}',
    'You said "{{lastMessage}}". {{pick:red,green,blue}} {{persona}}',
    '{{scenario}} {{reverse:{{char}}}}<user> {{idle_duration}}',
  ])
  await open(chat)
  await waitFor(() => expect(shown()).toEqual(sent(chat)))
  expect(shown()[0]).toMatch(/^(Ahoy|Welcome|Evening), Captain Reed\. (red|green|blue)$/)
  expect(shown()[3]).toBe('Captain Reed comes to Mara. araMCaptain Reed a few seconds')
})

test('shows unknown macros as written, and comments in parentheses', async () => {
  await open(api.addChat(mara.id, ['{{setvar::a::b}} {{comment: a note}}', 'Aye.']))
  await waitFor(() => expect(shown()[1]).toBe('{{setvar::a::b}} (a note)'))
})

test('keeps the dice of a message from its first word until it is saved', { tags: '@long' }, async () => {
  const chat = api.addChat(mara.id, ['Hi', 'Hello'])
  const { user, field } = await open(chat)
  await user.type(field, 'I roll {{{{roll:999999}}.{Enter}')
  await waitFor(() => expect(replies).toHaveLength(1))
  expect(api.calls(`POST /api/chats/${mara.id}/stream`)).toMatchObject([{ content: 'I roll {{roll:999999}}.', zone }])
  act(() => replies[0]!.chunk('And I {{roll:999999}}, {{user}}. '))
  await waitFor(() => expect(shown()[4]).toMatch(/^And I \d+, Captain Reed\.$/))
  const [, , , said, streamed] = shown()
  expect(said).toMatch(/^I roll \d+\.$/)
  act(() => void replies[0]!.complete())
  await waitFor(() => expect(screen.queryByTestId('reply-cursor')).toBeNull())
  expect(shown().slice(3)).toEqual([said, streamed])
  expect(sent(chat).slice(3)).toEqual([said, streamed])
})

test('keeps the dice of a reply that is joined', async () => {
  const chat = api.addChat(mara.id, ['Hi', 'Hello'])
  const reply = api.startReply(chat, 'Roll.')
  reply.chunk('There: {{roll:999999}}. ')
  await open(chat)
  await waitFor(() => expect(shown()[4]).toMatch(/^There: \d+\.$/))
  const streamed = shown()[4]
  act(() => void reply.complete())
  await waitFor(() => expect(screen.queryByTestId('reply-cursor')).toBeNull())
  expect(shown()[4]).toBe(streamed)
})

test('announces names instead of macros', async () => {
  const chat = api.addChat(mara.id, ['Hi', 'Hello'])
  const reply = api.startReply(chat, 'Well?')
  await open(chat)
  await screen.findByText('Well?')
  act(() => reply.chunk('Come in, {{user}}. Sit'))
  await waitFor(() => expect(screen.getByTestId('reply-announcer').textContent).toContain('Come in, Captain Reed.'))
  act(() => void reply.complete())
})

test('calls the user by the persona’s name in the list of chats', async () => {
  api.addChat(mara.id, ['Hi', 'Aye, {{user}}'])
  renderApp(api, '/memory')
  expect(await screen.findAllByText(/Aye, Captain Reed/)).not.toHaveLength(0)
})
