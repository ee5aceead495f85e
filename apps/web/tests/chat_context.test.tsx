import { limits } from '#modules/chat/api'
import type { Character } from '#modules/gallery/api'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { browser } from '../src/lib/browser.ts'
import { toasts } from '../src/lib/toasts.ts'
import { FakeChatApi, noSettings } from './fake_chat.ts'
import { holdCall } from './hold_call.ts'
import { renderApp } from './render_app.tsx'
import { mockWindowWidth } from './window_width.ts'

let api: FakeChatApi
let mara: Character
beforeEach(() => {
  api = new FakeChatApi()
  mara = api.addCharacter({ name: 'Mara' })
})

const open = async (contents = ['Hello', 'Come in.']) => {
  const chat = api.addChat(mara.id, contents)
  const app = renderApp(api, `/chat/${mara.id}?session=${chat.session.id}`)
  await screen.findByRole('textbox', { name: 'Message Mara' })
  return { ...app, chat }
}
const meter = () => screen.findByRole('button', { name: /^Memory \d+%/ })
const openDialog = async (tab: 'Next prompt' | 'Memory') => {
  const app = await open()
  await app.user.click(await meter())
  const panel = within(await screen.findByRole('dialog', { name: 'Memory' }))
  await app.user.click(panel.getByRole('tab', { name: tab }))
  return { ...app, panel }
}
const chooseInMenu = async (user: Awaited<ReturnType<typeof open>>['user'], name: string) => {
  await user.click(screen.getByRole('button', { name: 'Chat menu' }))
  await user.click(await screen.findByRole('menuitem', { name }))
}
const openSettings = async () => {
  const app = await open()
  await chooseInMenu(app.user, 'Chat settings')
  return { ...app, panel: within(await screen.findByRole('dialog', { name: 'Chat settings' })) }
}
/** Opens the pinned facts of the current chat. */
const openFacts = async ({ user }: Pick<Awaited<ReturnType<typeof open>>, 'user'>) => {
  await user.click(await meter())
  await user.click(await screen.findByRole('tab', { name: 'Memory' }))
}

test('shows how full the context is and opens its breakdown', async () => {
  const { panel } = await openDialog('Next prompt')
  for (const name of ['Instructions', 'Character', 'Scenario', 'Your persona', 'Pinned facts', /^History/])
    expect(panel.getByText(name, { selector: 'dt' })).toBeTruthy()
  expect(panel.getByText('History', { selector: 'dt' }).textContent).toBe('History (3 messages)')
  expect(panel.getByText('300')).toBeTruthy()
})

test('recalculates for another model and after a reply', { tags: '@long' }, async () => {
  const { user, chat } = await open()
  await meter()
  const asked = () =>
    api.requests.filter(({ path }) => path.startsWith(`/api/chats/${chat.session.id}/context`)).map(({ path }) => path)
  expect(asked()).toHaveLength(1)
  await user.click(screen.getByRole('combobox', { name: 'Model' }))
  await user.click(await screen.findByRole('option', { name: /ReMM 13B/ }))
  await waitFor(() => expect(asked().at(-1)).toContain('model=premium'))
  api.onReply = (reply) =>
    queueMicrotask(() => {
      reply.chunk('Yes.')
      reply.complete()
    })
  const before = asked().length
  await user.type(screen.getByRole('textbox', { name: 'Message Mara' }), 'There?{Enter}')
  await waitFor(() => expect(asked().length).toBeGreaterThan(before))
})

test('marks where the history is cut', async () => {
  const chat = api.addChat(mara.id, ['One', 'Two', 'Three', 'Four'])
  const kept = chat.messages.slice(3)
  api.context = {
    history: {
      tokens: 10,
      messages: kept.map(({ id }) => ({ id, tokens: 5 })),
      cutMessages: 2,
      oldestId: kept[0]!.id,
    },
  }
  const { user } = renderApp(api, `/chat/${mara.id}?session=${chat.session.id}`)
  const line = await screen.findByText('The model no longer sees the messages above this line')
  expect(line.closest('li')?.textContent).toContain('Three')
  await user.click(await screen.findByRole('button', { name: /the oldest messages are cut/ }))
  expect(await screen.findByText(/^Left out because the context is full: 2 messages/)).toBeTruthy()
})

test('lists shortened texts', async () => {
  api.context = {
    cut: [
      { text: 'backstory', tokens: 1_234 },
      { text: 'persona', tokens: 5 },
    ],
  }
  const { panel } = await openDialog('Next prompt')
  expect(panel.getByText(/^Shortened to fit this model/).textContent).toBe(
    'Shortened to fit this model: the backstory (by 1,234 tokens), your persona (by 5 tokens).'
  )
  expect(screen.getByRole('button', { name: /%, long texts are shortened$/, hidden: true })).toBeTruthy()
})

test('pins, edits and removes facts, and reports saving', async () => {
  const { panel, user, chat } = await openDialog('Memory')
  await user.click(panel.getByRole('button', { name: 'Add a fact' }))
  const fact = panel.getByRole('textbox', { name: 'Fact 1' })
  await waitFor(() => expect(document.activeElement).toBe(fact))
  await user.type(fact, 'The lamp is out')
  expect(await panel.findByText('Saved')).toBeTruthy()
  expect(chat.session.pins).toEqual(['The lamp is out'])
  await user.type(fact, '.')
  await user.click(panel.getByRole('button', { name: 'Add a fact' }))
  await user.type(panel.getByRole('textbox', { name: 'Fact 2' }), 'Sam is late.')
  await waitFor(() => expect(chat.session.pins).toEqual(['The lamp is out.', 'Sam is late.']))
  await user.click(panel.getByRole('button', { name: 'Remove fact 1' }))
  await waitFor(() => expect(chat.session.pins).toEqual(['Sam is late.']))
})

test('moves a fact up and down by keyboard', { tags: '@long' }, async () => {
  const chat = api.addChat(mara.id, ['Hello', 'Come in.'])
  chat.session.pins = ['First', 'Second', 'Third']
  const { user } = renderApp(api, `/chat/${mara.id}?session=${chat.session.id}`)
  await openFacts({ user })
  const third = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Fact 3' })
  act(() => third.focus())
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}')
  await waitFor(() => expect(chat.session.pins).toEqual(['First', 'Third', 'Second']))
  expect((document.activeElement as HTMLTextAreaElement).value).toBe('Third')
  await user.click(screen.getByRole('button', { name: 'Move fact 1 down' }))
  await waitFor(() => expect(chat.session.pins).toEqual(['Third', 'First', 'Second']))
})

test('does not save a fact that is too long, and limits their number', { tags: '@long' }, async () => {
  const chat = api.addChat(mara.id, ['Hello', 'Come in.'])
  chat.session.pins = [
    'x'.repeat(limits.pinMax),
    ...Array.from({ length: limits.pinsMax - 1 }, (_, number) => `Fact ${number}`),
  ]
  const { user } = renderApp(api, `/chat/${mara.id}?session=${chat.session.id}`)
  await openFacts({ user })
  const first = await screen.findByRole('textbox', { name: 'Fact 1' })
  expect(screen.getByRole('button', { name: 'Add a fact' })).toHaveProperty('disabled', true)
  await user.type(first, 'y')
  expect(await screen.findByText('A fact can have at most 500 characters.')).toBeTruthy()
  expect(chat.session.pins[0]).toHaveLength(limits.pinMax)
})

test('reports that facts could not be saved and retries', { tags: '@long' }, async () => {
  const { panel, user, chat } = await openDialog('Memory')
  api.failNext(`PUT /api/chats/${chat.session.id}/pins`, 500, null)
  await user.click(panel.getByRole('button', { name: 'Add a fact' }))
  await user.type(panel.getByRole('textbox', { name: 'Fact 1' }), 'Rain')
  expect(await panel.findByText('Failed to save the facts.')).toBeTruthy()
  await user.click(panel.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(chat.session.pins).toEqual(['Rain']))
})

test('reports facts that failed to save before the panel closed, and keeps them', { tags: '@long' }, async () => {
  const { panel, user, chat } = await openDialog('Memory')
  api.failNext(`PUT /api/chats/${chat.session.id}/pins`, 500, null)
  await user.click(panel.getByRole('button', { name: 'Add a fact' }))
  await user.type(panel.getByRole('textbox', { name: 'Fact 1' }), 'Rain{Escape}')
  await waitFor(() => expect(toasts.current()?.description).toBe('Failed to save the facts.'))
  await openFacts({ user })
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Fact 1' })).value).toBe('Rain')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(chat.session.pins).toEqual(['Rain']))
})

test('chooses the lorebooks of a chat, and saves each choice at once', async () => {
  const sea = api.lore.add({ name: 'The sea' }, [{ name: 'Whale' }])
  api.lore.add({ name: 'Everywhere', alwaysOn: true })
  const { panel, user, chat } = await openSettings()
  const asked = () => api.calls(`GET /api/chats/${chat.session.id}/context`).length
  const everywhere = await panel.findByRole('checkbox', { name: /^Everywhere/ })
  expect([everywhere, everywhere.closest('label')?.textContent]).toMatchObject([
    { checked: true, disabled: true },
    'EverywhereAlways on · 0 entries',
  ])
  const before = asked()
  await user.click(panel.getByRole('checkbox', { name: /^The sea/ }))
  expect(await panel.findByText('Saved')).toBeTruthy()
  expect(api.settings.get(chat.session.id)?.lorebookIds).toEqual([sea.id])
  await waitFor(() => expect(asked()).toBeGreaterThan(before))

  api.failNext(`PUT /api/chats/${chat.session.id}/settings`, 500, null)
  await user.click(panel.getByRole('checkbox', { name: /^The sea/ }))
  expect(await panel.findByText('Failed to save the lorebooks.')).toBeTruthy()
  expect(panel.getByRole('checkbox', { name: /^The sea/ })).toHaveProperty('checked', false)
  await user.click(panel.getByRole('button', { name: 'Try again' }))
  expect(await panel.findByText('Saved')).toBeTruthy()
  expect(api.settings.get(chat.session.id)?.lorebookIds).toEqual([])

  api.settings.set(chat.session.id, { ...noSettings, lorebookIds: [sea.id] })
  act(() => api.broadcast({ type: 'chat', sessionId: chat.session.id, what: 'settings_changed' }))
  await waitFor(() => expect(panel.getByRole('checkbox', { name: /^The sea/ })).toHaveProperty('checked', true))
})

test('says that there are no lorebooks, and where they are made', { tags: '@long' }, async () => {
  const { panel } = await openSettings()
  expect(await panel.findByText('You have no lorebooks yet.')).toBeTruthy()
  expect(panel.getByRole('link', { name: 'Your lorebooks' }).getAttribute('href')).toBe('/lorebooks')
})

test('keeps the text and the focus when a name could not be saved', async () => {
  const { user, chat } = await open()
  api.failNext(`PUT /api/chats/${chat.session.id}/title`, 500, null)
  const answer = holdCall(api, '/title')
  await user.click(screen.getByRole('button', { name: 'Name this chat' }))
  const field = await screen.findByRole('textbox', { name: 'Chat title' })
  await user.type(field, 'The storm{Enter}')
  await waitFor(() => expect(field.getAttribute('aria-busy')).toBe('true'))
  // Browsers blur disabled fields.
  expect(field).toHaveProperty('disabled', false)
  answer()
  await waitFor(() => expect(toasts.current()?.description).toBe('Failed to rename chat'))
  expect(document.activeElement).toBe(field)
  await user.keyboard('{Enter}')
  await waitFor(() => expect(chat.session.title).toBe('The storm'))
})

test('refreshes the context when a chat is reopened', async () => {
  const { chat, goTo } = await open()
  await meter()
  await goTo('/profile')
  await screen.findByRole('heading', { level: 1, name: /Sam/ })
  const asked = () => api.calls(`GET /api/chats/${chat.session.id}/context`).length
  const before = asked()
  await goTo(-1)
  await meter()
  await waitFor(() => expect(asked()).toBeGreaterThan(before))
})

test('renames a chat in its header and reverts on Escape', async () => {
  const { user, chat } = await open()
  await user.click(screen.getByRole('button', { name: 'Name this chat' }))
  await user.type(await screen.findByRole('textbox', { name: 'Chat title' }), 'The storm{Enter}')
  await waitFor(() => expect(chat.session.title).toBe('The storm'))
  await user.click(await screen.findByRole('button', { name: 'The storm' }))
  await user.type(await screen.findByRole('textbox', { name: 'Chat title' }), ' of the century{Escape}')
  expect(await screen.findByRole('button', { name: 'The storm' })).toBeTruthy()
  expect(chat.session.title).toBe('The storm')
})

test('opens a new chat with the same character from its menu', async () => {
  const { user, chat, address } = await open()
  await chooseInMenu(user, 'New chat')
  await waitFor(() => expect(api.chats).toHaveLength(2))
  const [next] = api.chats.filter(({ session }) => session.id !== chat.session.id)
  await waitFor(() => expect(address()).toBe(`/chat/${mara.id}?session=${next!.session.id}`))
})

test('starts a group with the character and others from its menu', async () => {
  api.addCharacter({ name: 'Odo' })
  const { user } = await open()
  await chooseInMenu(user, 'Add someone')
  const dialog = within(await screen.findByRole('dialog', { name: 'New group' }))
  expect((await dialog.findByRole('button', { name: 'Mara' })).getAttribute('aria-pressed')).toBe('true')
  expect(dialog.getByText('Chosen: Mara')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Odo' }))
  expect(dialog.getByRole('button', { name: 'Start group' })).toHaveProperty('disabled', false)
})

test('deletes the chat from its menu and leads to the recent chats', async () => {
  const { user, chat, address } = await open()
  await chooseInMenu(user, 'Delete chat')
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete chat' }))
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(address()).toBe('/memory'))
  expect(api.requests.some(({ method, path }) => method === 'DELETE' && path.includes(chat.session.id))).toBe(true)
})

test('exports the chat in both formats from its menu', async () => {
  const zone = new URLSearchParams({ zone: Intl.DateTimeFormat().resolvedOptions().timeZone })
  const download = vi.spyOn(browser, 'download').mockImplementation(() => {})
  const { user, chat } = await open()
  await user.click(screen.getByRole('button', { name: 'Chat menu' }))
  await user.click(await screen.findByRole('menuitem', { name: /^Markdown/ }))
  expect(download).toHaveBeenLastCalledWith(`/api/chats/${chat.session.id}/export?format=markdown&${zone}`)
  await user.click(screen.getByRole('button', { name: 'Chat menu' }))
  await user.click(await screen.findByRole('menuitem', { name: /^JSON Lines/ }))
  expect(download).toHaveBeenLastCalledWith(`/api/chats/${chat.session.id}/export?format=jsonl&${zone}`)
})

test('shows the AI notice and similar characters on extra-large screens', async () => {
  const resizeTo = mockWindowWidth(1680)
  await open()
  const panel = within(await screen.findByRole('complementary', { name: 'Similar characters' }))
  expect(panel.getByText('This is AI')).toBeTruthy()
  resizeTo(1200)
  await waitFor(() => expect(screen.queryByRole('complementary', { name: 'Similar characters' })).toBeNull())
})

test('shows the texts of the next prompt, and saves them', async () => {
  const { panel, user } = await openDialog('Next prompt')
  const prompt = within(await panel.findByRole('region', { name: 'The whole prompt' }))
  await user.click(prompt.getByText('Instructions'))
  expect(prompt.getByText('You play Mara.', { selector: 'pre' })).toBeTruthy()
  expect(prompt.getByText('How Mara’s creator wants the play').parentElement?.textContent).toContain('Hidden')
  expect(panel.getByText('The key “whale” is in the text.')).toBeTruthy()
  const copy = vi.spyOn(browser, 'copy').mockResolvedValue()
  await user.click(prompt.getByRole('button', { name: 'Copy' }))
  expect(copy.mock.lastCall?.[0]).toContain(
    '--- system ---\nYou play Mara.\n\n[hidden]\n\n--- user ---\n[The scene begins.]'
  )
  expect(copy.mock.lastCall?.[0]).toContain('--- template ---\n<user>…<model>…')
  await user.click(prompt.getByText('Added by the model’s provider'))
  expect(prompt.getByText('[The scene begins.]', { selector: 'pre' })).toBeTruthy()
  await user.click(prompt.getByText('How the model’s provider writes the messages'))
  expect(prompt.getByText('<user>…<model>…', { selector: 'pre' })).toBeTruthy()
})

test('shows the first words of each row, and folds entries that aren’t used', async () => {
  const { panel } = await openDialog('Next prompt')
  const prompt = within(await panel.findByRole('region', { name: 'The whole prompt' }))
  expect(prompt.getByText('Instructions').textContent).toBe('Instructions You play Mara.')
  const lore = within(panel.getByRole('region', { name: 'Entries of lorebooks' }))
  const folded = lore.getByText('1 entry not used').closest('details')!
  expect(folded.open).toBe(false)
  expect(folded.contains(lore.getByText('No key is in the text.'))).toBe(true)
  expect(folded.contains(lore.getByText('The key “whale” is in the text.'))).toBe(false)
})

const openTold = async () => {
  const chat = api.addChat(mara.id, ['Hello', 'Come in.'])
  chat.messages.at(-1)!.model = 'standard'
  const app = renderApp(api, `/chat/${mara.id}?session=${chat.session.id}`)
  await screen.findByText('Come in.')
  const menus = screen.getAllByRole('button', { name: 'More actions' })
  await app.user.click(menus.at(-1)!)
  await app.user.click(await screen.findByRole('menuitem', { name: 'Prompt and cost' }))
  return { ...app, dialog: within(await screen.findByRole('dialog', { name: 'Prompt and cost' })) }
}

test('shows the prompt of an answer, with its model, usage and cost', { tags: '@long' }, async () => {
  const { dialog } = await openTold()
  expect(await dialog.findByText('321')).toBeTruthy()
  for (const text of ['temperature 0.8', '1.2 s', '2 rubies']) expect(dialog.getByText(text)).toBeTruthy()
  expect(dialog.getByRole('region', { name: 'The whole prompt' })).toBeTruthy()
  expect(dialog.getByText('Shortened to fit this model: the pinned facts (by 12 tokens).')).toBeTruthy()
})

test('shows the real id of the model in the receipt and before the next prompt', async () => {
  const { dialog, unmount } = await openTold()
  const name = await dialog.findByText('Model ID')
  expect(name.parentElement?.textContent).toBe('Model IDvendor/mythomist-7b')
  unmount()
  api.context = { modelId: 'vendor/mythomist-7b-q4' }
  const { panel } = await openDialog('Next prompt')
  expect((await panel.findByText('vendor/mythomist-7b-q4')).parentElement?.textContent).toMatch(/^Model ID: /)
})

test('scrolls to the message that has the key of an entry', async () => {
  const { dialog, user } = await openTold()
  const scrolled: (string | null)[] = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    scrolled.push(this.textContent)
  })
  expect(await dialog.findByText('The key “whale” is in the text.')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: /^Show the message .looks up from the lamp/ }))
  await waitFor(() => expect(scrolled.at(-1)).toContain('looks up from the lamp'))
  expect(screen.queryByRole('dialog', { name: 'Prompt and cost' })).toBeNull()
})

test('says that the prompt of an answer isn’t kept', async () => {
  api.keepsPrompts = false
  const { dialog } = await openTold()
  expect(await dialog.findByText('The prompt of this answer isn’t stored, or was deleted.')).toBeTruthy()
})

test(
  'saves an author’s note, keeps it when saving fails, and keeps unsaved text when the dialog closes',
  { tags: '@long' },
  async () => {
    const { panel, user, chat } = await openSettings()
    api.failNext(`PUT /api/chats/${chat.session.id}/settings`, 500, null)
    await user.type(await panel.findByRole('textbox', { name: 'Note' }), 'Rain falls.')
    await user.click(panel.getByRole('button', { name: 'Save note' }))
    expect(await panel.findByText('Failed to save the note.')).toBeTruthy()
    await user.keyboard('{Escape}')
    await chooseInMenu(user, 'Chat settings')
    expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Note' })).value).toBe('Rain falls.')
    await user.click(screen.getByRole('button', { name: 'Save note' }))
    await waitFor(() =>
      expect(api.settings.get(chat.session.id)?.note).toEqual({
        text: 'Rain falls.',
        depth: 4,
        role: 'system',
        every: 1,
      })
    )
  }
)

test('saves the length and the style of replies, and offers the parameters of the model', async () => {
  const { panel, user, chat } = await openSettings()
  const settings = () => api.settings.get(chat.session.id)
  await user.click(await panel.findByRole('radio', { name: 'Short' }))
  await waitFor(() => expect(settings()?.length).toBe('short'))
  await user.click(panel.getByRole('radio', { name: 'Wild' }))
  await waitFor(() => expect(settings()?.sampling).toBe('wild'))
  await user.click(panel.getByRole('radio', { name: 'Custom' }))
  expect(panel.queryByRole('textbox', { name: 'Top K' })).toBeNull()
  expect(panel.getByRole<HTMLInputElement>('slider', { name: 'Min P' }).value).toBe('0.04')
  await user.clear(panel.getByRole('textbox', { name: 'Temperature' }))
  await user.type(panel.getByRole('textbox', { name: 'Temperature' }), '0.5{Enter}')
  await waitFor(() => expect(settings()?.sampling).toEqual({ temperature: 0.5, minP: 0.04 }))
})

test('saves a length that is still unsaved when the dialog closes', { tags: '@long' }, async () => {
  const { panel, user, chat } = await openSettings()
  await user.click(await panel.findByRole('radio', { name: 'Tokens' }))
  await user.clear(panel.getByRole('textbox', { name: 'Tokens at most' }))
  await user.type(panel.getByRole('textbox', { name: 'Tokens at most' }), '120')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(api.settings.get(chat.session.id)?.length).toBe(120))
})

test('saves numbers of the style that are still unsaved when the dialog closes', async () => {
  const { panel, user, chat } = await openSettings()
  await user.click(await panel.findByRole('radio', { name: 'Custom' }))
  await user.type(panel.getByRole('textbox', { name: 'Top P' }), '7')
  expect(panel.getByText('A number from 0 to 1.')).toBeTruthy()
  fireEvent.change(panel.getByRole('slider', { name: 'Temperature' }), { target: { value: '1.3' } })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(api.settings.get(chat.session.id)?.sampling).toEqual({ temperature: 1.3 }))
})
