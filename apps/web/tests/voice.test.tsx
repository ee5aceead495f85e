import type { Character } from '#modules/gallery/api'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { speaker } from '../src/features/chat/voice/speaker.ts'
import { deferred } from '../src/lib/deferred.ts'
import { expectToast } from './expect_toast.ts'
import type { FakeReply } from './fake_api.ts'
import { FakeChatApi } from './fake_chat.ts'
import { renderApp } from './render_app.tsx'

class FakeUtterance {
  voice: { name: string } | null = null
  lang = ''
  rate = 1
  onend: (() => void) | null = null
  onerror: ((event: { error: string }) => void) | null = null

  constructor(readonly text: string) {}
}

/** The browser's voices. A test ends what they say. */
class FakeSynthesis extends EventTarget {
  voices = [
    { name: 'Ada', lang: 'en-GB', default: true },
    { name: 'Bo', lang: 'en-US', default: false },
  ]
  /** Everything that was begun. */
  said: FakeUtterance[] = []
  #current: FakeUtterance | null = null

  get isSpeaking(): boolean {
    return this.#current !== null
  }

  getVoices() {
    return this.voices
  }

  speak(utterance: FakeUtterance) {
    this.said.push(utterance)
    this.#current = utterance
  }

  cancel() {
    this.#current = null
  }

  /** Ends the sentence. */
  end() {
    const ended = this.#current
    this.#current = null
    act(() => ended?.onend?.())
  }

  texts() {
    return this.said.map(({ text }) => text)
  }
}

let api: FakeChatApi
let mara: Character
let synthesis: FakeSynthesis
beforeEach(() => {
  api = new FakeChatApi()
  mara = api.addCharacter({ name: 'Mara' })
  synthesis = new FakeSynthesis()
  vi.stubGlobal('speechSynthesis', synthesis)
  vi.stubGlobal('SpeechSynthesisUtterance', FakeUtterance)
  speaker.stop()
})

const open = async (answer = 'Come in. It is warm here.') => {
  const chat = api.addChat(mara.id, ['Hello', answer])
  const { user } = renderApp(api, `/chat/${mara.id}?session=${chat.session.id}`)
  await screen.findByRole('textbox', { name: 'Message Mara' })
  return { user, chat }
}

const stubNavigator = (name: string, value: unknown) => {
  Object.defineProperty(navigator, name, { value, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(navigator, name))
}

const bar = () => screen.findByRole('group', { name: 'Reading aloud' })

const readAloud = async (user: ReturnType<typeof renderApp>['user']) => {
  const more = await screen.findAllByRole('button', { name: 'More actions' })
  await user.click(more.at(-1)!)
  await user.click(await screen.findByRole('menuitem', { name: 'Read aloud' }))
}

const openSheet = async (user: ReturnType<typeof renderApp>['user']) => {
  await user.click(screen.getByRole('button', { name: 'Chat menu' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Voice' }))
  return within(await screen.findByRole('dialog', { name: 'Voice' }))
}

const said = (count: number) => waitFor(() => expect(synthesis.said).toHaveLength(count))

test('reads a message aloud, pauses, goes on, and ends', async () => {
  const { user } = await open()
  await readAloud(user)
  await said(1)
  expect(synthesis.said[0]).toMatchObject({ text: 'Come in.', voice: { name: 'Ada' }, rate: 1 })
  synthesis.end()
  await said(2)
  await user.click(within(await bar()).getByRole('button', { name: 'Pause reading' }))
  expect(synthesis.isSpeaking).toBe(false)
  await user.click(within(await bar()).getByRole('button', { name: 'Go on reading' }))
  expect(synthesis.texts()).toEqual(['Come in.', 'It is warm here.', 'It is warm here.'])
  synthesis.end()
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Reading aloud' })).toBeNull())
})

test('stops, and reads at another speed', async () => {
  const { user } = await open('One. Two.')
  await readAloud(user)
  await said(1)
  await user.click(within(await bar()).getByRole('button', { name: /^Speed 1×/ }))
  synthesis.end()
  await said(2)
  expect(synthesis.said[1]!.rate).toBe(1.25)
  await user.click(within(await bar()).getByRole('button', { name: 'Stop reading' }))
  expect(synthesis.isSpeaking).toBe(false)
  expect(screen.queryByRole('group', { name: 'Reading aloud' })).toBeNull()
})

test('reads whole sentences of an answer while the rest is written', async () => {
  const { user } = await open()
  const sheet = await openSheet(user)
  await user.click(sheet.getByRole('switch', { name: /^Read answers as they come/ }))
  await user.keyboard('{Escape}')
  let reply!: FakeReply
  api.onReply = (begun) => (reply = begun)
  await user.type(screen.getByRole('textbox', { name: 'Message Mara' }), 'And now?{Enter}')
  await waitFor(() => expect(reply).toBeDefined())
  act(() => reply.chunk('Now we wait. Then'))
  await said(1)
  expect(synthesis.texts()).toEqual(['Now we wait.'])
  synthesis.end()
  act(() => reply.chunk(' the tide turns. '))
  act(() => void reply.complete())
  await said(2)
  expect(synthesis.texts()).toEqual(['Now we wait.', 'Then the tide turns.'])
})

test('stops when another tab speaks', async () => {
  const aborts: (() => void)[] = []
  const request = vi.fn(
    (_name: string, _options: object, _use: () => Promise<void>) =>
      new Promise((_, reject) => aborts.push(() => reject(new Error('stolen'))))
  )
  const { user } = await open()
  // Live events use locks, too.
  stubNavigator('locks', { request })
  await readAloud(user)
  await said(1)
  expect(request).toHaveBeenCalledWith('facet:voice', { steal: true }, expect.any(Function))
  act(() => aborts[0]!())
  await waitFor(() => expect(synthesis.isSpeaking).toBe(false))
  expect(screen.queryByRole('group', { name: 'Reading aloud' })).toBeNull()
})

test('saves a reader’s voices, and an owner’s for all readers', async () => {
  api.voice.choices.set(mara.id, { owners: null, own: null, isOwner: true })
  const { user } = await open()
  const sheet = await openSheet(user)
  await user.click(await sheet.findByRole('combobox', { name: 'Voice' }))
  await user.click(await screen.findByRole('option', { name: /^Bo/ }))
  const own = { voice: 'browser:Bo', narrator: null }
  await waitFor(() => expect(api.voice.choices.get(mara.id)!.own).toEqual(own))
  await user.click(await sheet.findByRole('switch', { name: /^For all readers/ }))
  await waitFor(() => expect(api.voice.choices.get(mara.id)!.owners).toEqual(own))
  await user.click(sheet.getByRole('button', { name: 'Listen' }))
  await said(1)
  expect(synthesis.said[0]!.voice!.name).toBe('Bo')
})

test('says so without any voice', async () => {
  synthesis.voices = []
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
  const { user } = await open()
  const sheet = await openSheet(user)
  act(() => void vi.advanceTimersByTime(1_000))
  expect(await sheet.findByText(/This browser has no voices, and this site offers none/)).toBeTruthy()
})

class FakeAudio {
  static played: FakeAudio[] = []
  static starting = async () => {}
  playbackRate = 1
  onended: (() => void) | null = null
  onerror: (() => void) | null = null
  pause = vi.fn()
  play = vi.fn(() => FakeAudio.starting())

  constructor() {
    FakeAudio.played.push(this)
  }
}

const offerServerVoice = (price = 0) => {
  FakeAudio.played = []
  vi.stubGlobal('Audio', FakeAudio)
  URL.createObjectURL = () => 'blob:audio'
  URL.revokeObjectURL = () => {}
  api.voice.offer = {
    provider: 'a voice service',
    voices: [{ id: 'nova', name: 'Nova', language: null }],
    price,
    writesDown: false,
  }
}

test('plays the voices of the server, and loads the next group meanwhile', async () => {
  offerServerVoice()
  api.voice.choices.set(mara.id, { owners: { voice: 'server:nova', narrator: null }, own: null, isOwner: false })
  const { user } = await open('One. Two.')
  await readAloud(user)
  await waitFor(() => expect(FakeAudio.played).toHaveLength(1))
  await waitFor(() => expect(api.voice.spoken).toHaveLength(2))
  expect(api.voice.spoken).toEqual([
    { text: 'One.', voice: 'nova' },
    { text: 'Two.', voice: 'nova' },
  ])
  act(() => FakeAudio.played[0]!.onended!())
  await waitFor(() => expect(FakeAudio.played).toHaveLength(2))
})

test('goes on after a pause before the first sound of the server', async () => {
  offerServerVoice()
  api.voice.choices.set(mara.id, { owners: { voice: 'server:nova', narrator: null }, own: null, isOwner: false })
  const starting = deferred()
  FakeAudio.starting = () => starting.promise
  onTestFinished(() => void (FakeAudio.starting = async () => {}))
  const { user } = await open('One.')
  await readAloud(user)
  await waitFor(() => expect(FakeAudio.played).toHaveLength(1))
  await user.click(within(await bar()).getByRole('button', { name: 'Pause reading' }))
  // As browsers do.
  await act(async () => starting.reject(new DOMException('Interrupted by pause()', 'AbortError')))
  FakeAudio.starting = async () => {}
  await user.click(within(await bar()).getByRole('button', { name: 'Go on reading' }))
  expect(FakeAudio.played[0]!.play).toHaveBeenCalledTimes(2)
  act(() => FakeAudio.played[0]!.onended!())
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Reading aloud' })).toBeNull())
})

test('tells why the server doesn’t speak', async () => {
  offerServerVoice(2)
  api.voice.choices.set(mara.id, { owners: null, own: { voice: 'server:nova', narrator: null }, isOwner: false })
  const message = 'Reading this aloud costs 2 rubies, and you have 1.'
  api.failNext('POST /api/speech', 402, { message, code: 'insufficient_rubies' })
  const { user } = await open()
  await readAloud(user)
  await expectToast('Can’t read aloud')
  await expectToast(message)
  expect(screen.queryByRole('group', { name: 'Reading aloud' })).toBeNull()
})

test('lets no owner choose a voice that readers would pay for', async () => {
  offerServerVoice(2)
  api.voice.choices.set(mara.id, { owners: { voice: 'server:nova', narrator: null }, own: null, isOwner: false })
  const { user } = await open()
  await readAloud(user)
  await said(1)
  expect(api.voice.spoken).toEqual([])
})

class FakeRecognition {
  static latest: FakeRecognition
  onresult: ((event: { results: { transcript: string }[][] }) => void) | null = null
  onerror: ((event: { error: string }) => void) | null = null
  onend: (() => void) | null = null
  start = vi.fn()
  abort = vi.fn()
  stop = () => this.onend?.()

  constructor() {
    FakeRecognition.latest = this
  }

  hear(...parts: string[]) {
    act(() => this.onresult?.({ results: parts.map((transcript) => [{ transcript }]) }))
  }
}

test('asks once before the browser writes speech down, then adds it to the message', async () => {
  vi.stubGlobal('webkitSpeechRecognition', FakeRecognition)
  const { user } = await open()
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message Mara' })
  await user.type(field, 'Well,')
  await user.click(screen.getByRole('button', { name: 'Dictate' }))
  const question = await screen.findByRole('alertdialog', { name: 'Dictate with your browser?' })
  expect(question.textContent).toContain('may send your voice to its maker')
  await user.click(within(question).getByRole('button', { name: 'Dictate' }))
  const dictation = await screen.findByRole('group', { name: 'Dictation' })
  FakeRecognition.latest.hear('hello ', 'there')
  expect(within(dictation).getByText('hello there')).toBeTruthy()
  await user.click(within(dictation).getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(field.value).toBe('Well, hello there'))
  await user.click(screen.getByRole('button', { name: 'Dictate' }))
  await screen.findByRole('group', { name: 'Dictation' })
})

test('tells that the microphone is blocked, and cancels without a text', async () => {
  vi.stubGlobal('webkitSpeechRecognition', FakeRecognition)
  localStorage.setItem('facet:dictation', 'known')
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Dictate' }))
  await screen.findByRole('group', { name: 'Dictation' })
  act(() => FakeRecognition.latest.onerror?.({ error: 'not-allowed' }))
  await expectToast('The microphone is blocked')
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Dictation' })).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Dictate' }))
  await user.click(
    within(await screen.findByRole('group', { name: 'Dictation' })).getByRole('button', { name: 'Cancel' })
  )
  expect(FakeRecognition.latest.abort).toHaveBeenCalled()
  expect(screen.queryByRole('group', { name: 'Dictation' })).toBeNull()
})

test('records for a server that writes speech down', async () => {
  api.voice.offer = { ...api.voice.offer, writesDown: true }
  const track = { stop: vi.fn() }
  const { promise: allowed, resolve: allow } = deferred()
  const mediaDevices = { getUserMedia: () => allowed.then(() => ({ getTracks: () => [track] })) }
  stubNavigator('mediaDevices', mediaDevices)
  stubNavigator('language', 'en-US@posix')
  class FakeRecorder {
    state = 'recording'
    mimeType = 'audio/webm;codecs=opus'
    ondataavailable: ((event: { data: Blob }) => void) | null = null
    onstop: (() => void) | null = null
    start() {}
    stop() {
      this.state = 'inactive'
      this.ondataavailable?.({ data: new Blob(['voice']) })
      this.onstop?.()
    }
  }
  vi.stubGlobal('MediaRecorder', FakeRecorder)
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Dictate' }))
  const dictation = await screen.findByRole('group', { name: 'Dictation' })
  expect(within(dictation).queryByRole('button', { name: 'Done' })).toBeNull()
  act(() => allow())
  await user.click(await within(dictation).findByRole('button', { name: 'Done' }))
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message Mara' })
  await waitFor(() => expect(field.value).toBe('Written by the server.'))
  expect(track.stop).toHaveBeenCalled()
  expect(api.requests.at(-1)!.path).toBe('/api/transcriptions?language=en-US')
})
