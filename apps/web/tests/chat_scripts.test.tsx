import { runScripts, type RegexScript } from '#modules/chat/api'
import type { Character } from '#modules/gallery/api'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { DisplayScripts } from '../src/features/chat/scripts/display_scripts.ts'
import type { ScriptsRequest } from '../src/features/chat/scripts/scripts_worker.ts'
import { FakeChatApi } from './fake_chat.ts'
import { renderApp } from './render_app.tsx'

const script = (more: Partial<RegexScript> = {}): RegexScript => ({
  name: 'Moods',
  find: '/<mood>(.*?)<.mood>/g',
  replace: '**$1**, {{char}}',
  trim: [],
  of: ['character'],
  where: 'display',
  fills: 'none',
  minDepth: null,
  maxDepth: null,
  ...more,
})

/** Runs scripts in this thread, unless the text says that the pattern never ends. */
class FakeWorker {
  static opened: FakeWorker[] = []
  isEnded = false
  onmessage: ((event: { data: unknown }) => void) | null = null

  constructor() {
    FakeWorker.opened.push(this)
    this.#answer('ready')
  }
  postMessage({ text, scripts }: ScriptsRequest) {
    if (!text.includes('forever')) this.#answer(runScripts(text, scripts))
  }
  terminate() {
    this.isEnded = true
  }
  #answer(data: unknown) {
    queueMicrotask(() => act(() => void (this.isEnded || this.onmessage?.({ data }))))
  }
}

let api: FakeChatApi
let mara: Character
beforeEach(() => {
  api = new FakeChatApi()
  mara = api.addCharacter({ name: 'Mara' })
  FakeWorker.opened = []
  vi.stubGlobal('Worker', FakeWorker)
  onTestFinished(() => void vi.unstubAllGlobals())
})

const open = async (contents: string[]) => {
  const chat = api.addChat(mara.id, contents)
  const app = renderApp(api, `/chat/${mara.id}?session=${chat.session.id}`)
  await screen.findByRole('textbox', { name: 'Message Mara' })
  return { ...app, chat }
}
const list = () => screen.getByRole('region', { name: 'Messages' })
const settings = async (user: Awaited<ReturnType<typeof open>>['user']) => {
  await user.click(screen.getByRole('button', { name: 'Chat menu' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Chat settings' }))
  return within(await screen.findByRole('dialog', { name: 'Chat settings' }))
}

test('shows answers as the scripts change them, with Markdown, and the user’s messages as written', async () => {
  api.scripts = [script()]
  const { chat } = await open(['<mood>calm</mood>', '<mood>warm</mood>'])
  const shown = await within(list()).findByText('warm')
  const strong = shown.closest('strong')!
  expect(strong.parentElement!.textContent).toBe('warm, Mara')
  expect(within(list()).getByText('<mood>calm</mood>')).toBeTruthy()
  expect(chat.messages.at(-1)!.content).toBe('<mood>warm</mood>')
})

test('changes the answers of each member of a group by its own scripts, and never the user’s messages', async () => {
  const ofMember = (characterId: string, char: string) => ({
    ...script({ replace: '{{char}}: $1', of: ['user', 'character'] }),
    characterId,
    char,
  })
  const content = '<mood>warm</mood>'
  const saved = { status: 'sent', writing: null, content }
  const items = new Map<string, object>([
    ['a', { ...saved, characterId: 'mara' }],
    ['b', { ...saved, characterId: 'odo' }],
    ['c', { ...saved, characterId: 'ines' }],
    ['d', { ...saved, characterId: null, isUser: true }],
  ])
  const store = {
    item: (key: string) => items.get(key) as never,
    snapshot: () => ({ keys: [...items.keys()] }) as never,
    subscribe: () => () => {},
  }
  const names = { macros: { char: 'The group', user: 'You', chatId: 'x' } } as never
  const scripts = new DisplayScripts([ofMember('mara', 'Mara'), ofMember('odo', 'Odo')], names, store)
  for (const key of items.keys()) scripts.request(key, content)
  await waitFor(() => expect(scripts.textOf('b', content)).toBe('Odo: warm'))
  expect([...items.keys()].map((key) => scripts.textOf(key, content))).toEqual([
    'Mara: warm',
    'Odo: warm',
    content,
    content,
  ])
  scripts.stop()
})

test('starts no worker for a chat without scripts', async () => {
  await open(['Hello', '<mood>warm</mood>'])
  expect(within(list()).getByText('<mood>warm</mood>')).toBeTruthy()
  expect(FakeWorker.opened).toEqual([])
  expect(api.requests.filter(({ path }) => path.endsWith('/scripts'))).toEqual([])
})

test('ends a pattern that takes too long, shows the message as written, and goes on with the others', async () => {
  api.scripts = [script()]
  await open(['Hello', '<mood>warm</mood>', 'And?', '<mood>forever</mood>'])
  await within(list()).findByText('warm')
  await waitFor(() => expect(FakeWorker.opened.some(({ isEnded }) => isEnded)).toBe(true))
  expect(within(list()).getByText('<mood>forever</mood>')).toBeTruthy()
})

test('says which scripts run and which failed, and switches them off', async () => {
  api.scripts = [script(), script({ name: 'Broken', find: '/(/' })]
  const { user } = await open(['Hello', '<mood>warm</mood>'])
  await within(list()).findByText('warm')
  const dialog = await settings(user)
  expect(await dialog.findByText('Skipped, because they failed: Broken')).toBeTruthy()
  expect(dialog.getByText('/(/')).toBeTruthy()
  await user.click(dialog.getByRole('switch', { name: 'Run 2 scripts' }))
  await waitFor(() => expect(document.body.textContent).toContain('<mood>warm</mood>'))
})

test('keeps the patterns from readers who may not read the definition', async () => {
  api.scripts = [script()]
  api.readsScripts = false
  const { user } = await open(['Hello', '<mood>warm</mood>'])
  const dialog = await settings(user)
  expect(await dialog.findByRole('switch', { name: 'Run 1 script' })).toBeTruthy()
  expect(dialog.queryByText('What they do')).toBeNull()
})
