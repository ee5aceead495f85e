import type { Character } from '#modules/gallery/api'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { FakeChatApi, type FakeRewrite } from './fake_chat.ts'
import { renderApp } from './render_app.tsx'

let api: FakeChatApi
let mara: Character
let rewrites: FakeRewrite[]
beforeEach(() => {
  api = new FakeChatApi()
  mara = api.addCharacter({ name: 'Mara' })
  rewrites = []
  api.onRewrite = (rewrite) => void rewrites.push(rewrite)
})

const open = async (contents = ['Hello', 'Come in.']) => {
  const chat = api.addChat(mara.id, contents)
  const app = renderApp(api, `/chat/${mara.id}?session=${chat.session.id}`)
  await screen.findByRole('textbox', { name: 'Message Mara' })
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Model' }).textContent).toContain('MythoMist 7B'))
  return { ...app, chat }
}
const list = () => screen.getByRole('region', { name: 'Messages' })
const items = () => within(list()).getAllByRole('listitem')
const lastItem = () => items().at(-1)!
const shown = (text: string) => waitFor(() => expect(lastItem().textContent).toContain(text))
const rewrite = async (index = 0) => {
  await waitFor(() => expect(rewrites[index]).toBeDefined())
  return rewrites[index]!
}
const writeAnother = async (text: string, index = 0) => {
  const reply = await rewrite(index)
  act(() => reply.chunk(text))
  act(() => void reply.complete())
  await shown(text)
}
const rerollButton = () => screen.findByRole('button', { name: /^Reroll/ })
const posts = (kind: string) => api.calls(`POST /api/chats/${mara.id}/${kind}`)

test('offers Reroll with its price on the last answer only, never on the first message', async () => {
  const { unmount } = await open(['Hello', 'Come in.', 'Thanks', 'Sit down.'])
  const button = await rerollButton()
  expect(button.textContent).toContain('3 rubies')
  expect(screen.getAllByRole('button', { name: /^Reroll/ })).toHaveLength(1)
  expect(lastItem().contains(button)).toBe(true)
  unmount()
  await open([])
  expect(screen.queryByRole('button', { name: /^Reroll/ })).toBeNull()
})

test('writes an alternate in place of the last answer and navigates between both', async () => {
  const { user, chat } = await open()
  await user.click(await rerollButton())
  const reply = await rewrite()
  expect(reply.body).toMatchObject({ messageId: chat.messages.at(-1)!.id, model: 'standard' })
  act(() => reply.chunk('Go '))
  await shown('Go')
  expect(screen.queryByText('Come in.')).toBeNull()
  expect(screen.getByTestId('reply-cursor')).toBeTruthy()
  act(() => reply.chunk('away.'))
  act(() => void reply.complete())
  await shown('Go away.')
  expect(await within(lastItem()).findByText('2/2')).toBeTruthy()
  expect(items()).toHaveLength(3)

  await user.click(screen.getByRole('button', { name: 'Previous answer' }))
  await shown('Come in.')
  expect(within(lastItem()).getByText('1/2')).toBeTruthy()
  await waitFor(() => expect(chat.messages.at(-1)).toMatchObject({ content: 'Come in.', selectedAlternate: 0 }))
  expect(screen.getByRole('button', { name: 'Previous answer' })).toHaveProperty('disabled', true)
  // Beside alternates, narrow phones have no room for the label.
  expect(within(await rerollButton()).getByText('Reroll').className).toBe('max-[24rem]:sr-only')
})

test('switches between the greetings of a new chat, without Reroll, until the user writes', async () => {
  const chat = api.addChat(mara.id, [])
  const first = chat.messages[0]!
  const greeting = {
    content: first.content,
    createdAt: first.createdAt,
    rubyCost: 0,
    state: 'complete' as const,
    model: '',
  }
  first.alternates = [
    { ...greeting, id: first.id },
    { ...greeting, id: crypto.randomUUID(), content: 'Go away.' },
  ]
  first.selectedAlternate = 0
  const { user } = renderApp(api, `/chat/${mara.id}?session=${chat.session.id}`)
  await user.click(await screen.findByRole('button', { name: 'Next answer' }))
  await shown('Go away.')
  expect(screen.queryByRole('button', { name: /^Reroll/ })).toBeNull()
  expect(within(lastItem()).getByText('2/2')).toBeTruthy()
  await waitFor(() => expect(chat.messages[0]).toMatchObject({ content: 'Go away.', selectedAlternate: 1 }))
})

test('rerolls with the model chosen in the menu', async () => {
  const { user } = await open()
  await user.click(within(lastItem()).getByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: /ReMM 13B/ }))
  expect((await rewrite()).body.model).toBe('premium')
})

test('navigates alternates with arrow keys on the messages and in the empty composer, not while typing', async () => {
  const { user } = await open()
  await user.click(await rerollButton())
  await writeAnother('Go away.')
  const answer = within(lastItem()).getByRole('group', { name: 'Last answer' })
  act(() => answer.focus())
  await user.keyboard('{ArrowLeft}')
  await shown('Come in.')
  await user.keyboard('{ArrowRight}')
  await shown('Go away.')
  const composer = screen.getByRole('textbox', { name: 'Message Mara' })
  await user.click(composer)
  await user.keyboard('{ArrowLeft}')
  await shown('Come in.')
  await user.keyboard('x{ArrowRight}')
  expect(within(lastItem()).getByText('1/2')).toBeTruthy()
  await user.keyboard('{Backspace}{Alt>}{ArrowRight}{/Alt}')
  expect(within(lastItem()).getByText('1/2')).toBeTruthy()
})

test('lists all alternates with model, price and text, and chooses one', async () => {
  const { user, chat } = await open()
  await user.click(await rerollButton())
  await writeAnother('Go away.')
  await user.click(await within(lastItem()).findByTitle('Compare all answers'))
  const overview = await screen.findByRole('dialog', { name: 'All answers' })
  const rows = within(overview).getAllByRole('listitem')
  expect(rows[0]!.textContent).toContain('Come in.')
  expect(rows[1]!.textContent).toBe('Answer 2MythoMist 7B3 rubiesShownGo away.')
  await user.click(within(rows[0]!).getByRole('button', { name: /^Answer ?1/ }))
  await shown('Come in.')
  expect(screen.queryByRole('dialog')).toBeNull()
  await waitFor(() => expect(chat.messages.at(-1)).toMatchObject({ selectedAlternate: 0 }))
})

test('compares an alternate with the shown one and uses the better', { tags: '@long' }, async () => {
  const { user } = await open()
  await user.click(await rerollButton())
  await writeAnother('Go away.')
  await user.click(await rerollButton())
  await writeAnother('Mind the step.', 1)
  await within(lastItem()).findByText('3/3')
  await user.click(await within(lastItem()).findByTitle('Compare all answers'))
  await user.click(await screen.findByRole('button', { name: /^Compare ?answer 1/ }))
  const comparison = screen.getByRole('dialog', { name: 'Compare answers' })
  expect(
    within(comparison)
      .getAllByRole('region')
      .map((region) => region.getAttribute('aria-label'))
  ).toEqual(['Answer 1', 'Answer 3'])
  await user.click(within(comparison).getByRole('button', { name: 'All answers' }))
  await user.click(await screen.findByRole('button', { name: /^Compare ?answer 1/ }))
  await user.click(screen.getByRole('button', { name: /^Use this one.*1/ }))
  await shown('Come in.')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('navigates alternates by swiping sideways, not by scrolling', async () => {
  const { user } = await open()
  await user.click(await rerollButton())
  await writeAnother('Go away.')
  const pull = async (dx: number, dy: number) => {
    const words = await screen.findByText(/^(Go away|Come in)\.$/, { selector: '[aria-label="Messages"] *' })
    const at = (x: number, y: number) => ({ pointerType: 'touch', clientX: 200 + x, clientY: 300 + y })
    // jsdom's PointerEvent has no coordinates.
    const fire = (type: string, props: object) =>
      fireEvent(words, Object.assign(new Event(type, { bubbles: true }), props))
    fire('pointerdown', at(0, 0))
    fire('pointermove', at(dx / 2, dy / 2))
    fire('pointerup', at(dx, dy))
  }
  await pull(90, 4)
  await shown('Come in.')
  await pull(-80, 100)
  await shown('Come in.')
  await pull(-90, 4)
  await shown('Go away.')
})

test('keeps the alternates when a reroll fails', { tags: '@long' }, async () => {
  const { user } = await open()
  await user.click(await rerollButton())
  const reply = await rewrite()
  act(() => reply.fail(''))
  expect(await screen.findByText('Failed to reroll message')).toBeTruthy()
  await shown('Come in.')
  expect(screen.queryByText(/\d\/\d/)).toBeNull()
  api.failNext(`POST /api/chats/${mara.id}/reroll`, 500, null)
  await user.click(await rerollButton())
  await shown('Come in.')
  await waitFor(() => expect(screen.getByText('Failed to reroll message')).toBeTruthy())
})

test('keeps a broken-off alternate without selecting it', { tags: '@long' }, async () => {
  const { user } = await open()
  await user.click(await rerollButton())
  const reply = await rewrite()
  act(() => reply.chunk('Go a'))
  act(() => reply.breakOff())
  expect(await within(lastItem()).findByText('1/2')).toBeTruthy()
  await shown('Come in.')
  await user.click(screen.getByRole('button', { name: 'Next answer' }))
  await shown('Go a')
  expect(screen.getByText('Interrupted. This reply was free.')).toBeTruthy()
})

test('shows why a reroll was refused and links to the shop', async () => {
  const { user, address } = await open()
  api.user = { ...api.user!, rubies: 0 }
  await user.click(await rerollButton())
  const alert = await screen.findByRole('alertdialog', { name: 'Access Denied:' })
  expect(alert.textContent).toContain('Insufficient Rubies: You need 3 rubies to use the MythoMist 7B model.')
  await waitFor(() => expect(address()).toBe('/ruby-shop'))
})

test('does not request a reroll that costs more than the balance', async () => {
  api.user = { ...api.user!, rubies: 2 }
  const { user } = await open()
  await user.click(await rerollButton())
  expect(await screen.findByText('Insufficient Rubies: You need 3 rubies to use the MythoMist 7B model.')).toBeTruthy()
  expect(posts('reroll')).toHaveLength(0)
})

test('resumes after a reload, and keeps the text on Stop', async () => {
  const { user, unmount, address } = await open()
  await user.click(await rerollButton())
  const reply = await rewrite()
  act(() => reply.chunk('Go '))
  await shown('Go')
  const there = address()
  unmount()
  const again = renderApp(api, there)
  await shown('Go')
  act(() => reply.chunk('away'))
  await shown('Go away')
  expect(items()).toHaveLength(3)
  await again.user.click(screen.getByRole('button', { name: 'Stop' }))
  expect(await within(lastItem()).findByText('2/2')).toBeTruthy()
  expect(screen.getByText('Stopped')).toBeTruthy()
})

test('restores the answer when stopped before the first text', async () => {
  const { user } = await open()
  await user.click(await rerollButton())
  await rewrite()
  await user.click(await screen.findByRole('button', { name: 'Stop' }))
  await shown('Come in.')
  expect(await screen.findByRole('button', { name: /^Send for / })).toBeTruthy()
  expect(screen.queryByText('Failed to reroll message')).toBeNull()
})

test('continues a stopped answer in place, for its price', async () => {
  const chat = api.addChat(mara.id, ['Hello', 'Come'])
  Object.assign(chat.messages.at(-1)!, { state: 'stopped' })
  const { user } = renderApp(api, `/chat/${mara.id}?session=${chat.session.id}`)
  const button = await screen.findByRole('button', { name: /^Continue/ })
  await waitFor(() => expect(button.textContent).toContain('3 rubies'))
  await user.click(button)
  const reply = await rewrite()
  expect(reply.kind).toBe('continue')
  const paragraph = await screen.findByText('Come')
  act(() => reply.chunk(' in.'))
  await waitFor(() => expect(lastItem().textContent).toContain('Come in.'))
  // The existing text keeps its element.
  expect(paragraph.isConnected).toBe(true)
  act(() => void reply.complete())
  await waitFor(() => expect(screen.queryByText('Stopped')).toBeNull())
  const spoken = [...screen.getByTestId('reply-announcer').children].map((line) => line.textContent)
  expect(spoken).toEqual(['in.'])
})

test('continues a complete reply, for its price, and folds the less likely of two labels on phones', async () => {
  const { user } = await open()
  const labelOf = (button: HTMLElement, label: string) => within(button).getByText(label).className
  const button = await screen.findByRole('button', { name: /^Continue/ })
  await waitFor(() => expect(button.textContent).toContain('3 rubies'))
  expect(labelOf(button, 'Continue')).toContain('sr-only')
  expect(labelOf(await rerollButton(), 'Reroll')).not.toContain('sr-only')
  await user.click(button)
  const reply = await rewrite()
  expect(reply.kind).toBe('continue')
  act(() => reply.chunk(' Sit down.'))
  act(() => void reply.complete())
  await shown('Come in. Sit down.')
})

test('offers no Continue for a reply that is too long for it', async () => {
  const chat = api.addChat(mara.id, ['Hello', 'Come in. '.repeat(3_600)])
  renderApp(api, `/chat/${mara.id}?session=${chat.session.id}`)
  await rerollButton()
  expect(screen.queryByRole('button', { name: /^Continue/ })).toBeNull()
})

test('shows each answer with the model that wrote it, whatever the tier is called now', async () => {
  const chat = api.addChat(mara.id, ['Hello', 'Come in.'])
  const answer = chat.messages.at(-1)!
  const earlier = { model: 'standard', modelName: 'Earlier 8B', modelId: 'vendor/earlier-8b' }
  const { id, content, createdAt, rubyCost, state } = answer
  const first = { id, content, createdAt, rubyCost, state, ...earlier }
  const second = { ...first, id: 'second', content: 'Go away.', modelName: 'Later 70B', modelId: 'vendor/later-70b' }
  Object.assign(answer, earlier, { alternates: [first, second], selectedAlternate: 0 })
  const { user } = renderApp(api, `/chat/${mara.id}?session=${chat.session.id}`)
  await screen.findByRole('textbox', { name: 'Message Mara' })
  expect(lastItem().textContent).toContain('· Earlier 8B')
  await user.click(await screen.findByRole('button', { name: 'Next answer' }))
  await shown('· Later 70B')
})

test('tells on request what wrote an answer, and marks a fallback', async () => {
  const chat = api.addChat(mara.id, ['Hello', 'Come in.'])
  const writer = { model: 'standard', modelName: 'Stand In 3B', modelId: 'stand-in:3b', isFallback: true } as const
  Object.assign(chat.messages.at(-1)!, { ...writer, rubyCost: 3 })
  const { user } = renderApp(api, `/chat/${mara.id}?session=${chat.session.id}`)
  await screen.findByRole('textbox', { name: 'Message Mara' })
  expect(lastItem().textContent).toContain('· fallback')
  await user.click(within(lastItem()).getByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Details' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Details of this answer' }))
  await dialog.findByText('Stand In 3B')
  const facts = dialog.getAllByRole('term').map((name) => `${name.textContent}: ${name.nextSibling?.textContent}`)
  expect(facts).toEqual([
    'Tier: Standard',
    'Model: Stand In 3B',
    'Model ID: stand-in:3b',
    'Provider: Ollama',
    'Tokens in: About 1,792',
    'Tokens out: 45',
    'First words after: 0.8 s',
    'Price: 3 rubies',
  ])
  expect(dialog.getByText('The model of this tier had failed, so a fallback answered.')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Prompt and cost' }))
  expect(await screen.findByRole('dialog', { name: 'Prompt and cost' })).toBeTruthy()
})
