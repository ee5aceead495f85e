import { test } from '@japa/runner'
import { framing } from '#plugins/voice-openai-compatible/tests/framing'
import { openAiCompatibleVoice } from '#plugins/voice-openai-compatible/index'
import { ProviderError } from '../../contract/errors.ts'
import type { VoiceProvider } from '../../contract/voice.ts'
import { measureWav, toneMsPerUnit, toneOf } from '../tone.ts'
import { registerVoiceKit, type VoiceKitDeps } from '../voice_kit.ts'

interface Broken {
  /** Returns a provider that breaks the promise. */
  breaks: (provider: VoiceProvider, deps: VoiceKitDeps) => Partial<VoiceProvider>
  /** The cases that must fail. */
  caught: readonly string[]
}

const broken: Record<string, Broken> = {
  'speaks only the beginning of a text': {
    breaks: ({ speak }) => ({
      speak: ({ text, voice }, signal) => speak({ text: text.slice(0, 5), voice }, signal),
    }),
    caught: ['sends the text, the voice and the key in one call'],
  },
  'forgets the voice': {
    breaks: ({ speak }) => ({ speak: ({ text }, signal) => speak({ text, voice: 'usual' }, signal) }),
    caught: ['sends the text, the voice and the key in one call'],
  },
  'waits for the whole audio': {
    breaks: ({ speak }) => ({
      async *speak(request, signal) {
        yield Buffer.concat(await Array.fromAsync(speak(request, signal)))
      },
    }),
    caught: ['yields the first audio before the last has arrived'],
  },
  'leaves out a part': {
    breaks: ({ speak }) => ({
      async *speak(request, signal) {
        let count = 0
        for await (const part of speak(request, signal)) if (++count !== 2) yield part
      },
    }),
    caught: ['yields the whole audio, unchanged and in order'],
  },
  'ends in silence when the audio breaks off': {
    breaks: ({ speak }) => ({
      async *speak(request, signal) {
        try {
          yield* speak(request, signal)
        } catch (error) {
          if (!(error instanceof ProviderError && error.code === 'cut_off')) throw error
        }
      },
    }),
    caught: ['throws cut_off when the audio breaks off', 'makes no call when the signal has already fired'],
  },
  'tries again': {
    breaks: ({ speak }) => ({
      async *speak(request, signal) {
        try {
          yield* speak(request, signal)
        } catch {
          yield* speak(request, signal)
        }
      },
    }),
    caught: ['maps status 500 to unavailable'],
  },
  'ignores the caller': {
    breaks: ({ speak }) => ({ speak: (request) => speak(request, new AbortController().signal) }),
    caught: ['closes the connection when the signal fires and the upstream has not answered'],
  },
  'puts the key into errors': {
    breaks: ({ speak }, { apiKey }) => ({
      async *speak(request, signal) {
        try {
          yield* speak(request, signal)
        } catch (error) {
          throw new ProviderError((error as ProviderError).code, `Failed with ${apiKey}`)
        }
      },
    }),
    caught: ['throws unavailable when the upstream is unreachable'],
  },
  'lists a voice twice': {
    breaks: ({ voices }) => ({ voices: async (signal) => [...(await voices(signal)), ...(await voices(signal))] }),
    caught: ['lists voices within the limits'],
  },
  'invents a transcript': {
    breaks: () => ({ transcribe: async () => 'Thank you for watching!' }),
    caught: ['writes a recording down, if it can', 'bounds a transcript, and accepts silence'],
  },
}

/** Runs the kit and returns the titles of the failed cases. */
const failures = async (breaks: Broken['breaks'] = () => ({})): Promise<string[]> => {
  const failed: string[] = []
  const cases: { title: string; run: () => Promise<void> }[] = []
  registerVoiceKit({
    name: 'p',
    test: (title, run) => cases.push({ title: title.slice('p: '.length), run }),
    createProvider: (deps) => {
      const { transport, baseUrl, apiKey, timeoutMs } = deps
      const options = { baseUrl, apiKey, timeoutMs, transcriptionModel: 'whisper-1' }
      const provider = openAiCompatibleVoice(options, { transport })
      return { ...provider, ...breaks(provider, deps) }
    },
    upstream: framing,
    patienceMs: 2_000,
  })
  for (const { title, run } of cases) await run().catch(() => failed.push(title))
  return failed
}

test.group('The kit for voices', () => {
  test('passes a correct provider', async ({ assert }) => {
    assert.deepEqual(await failures(), [])
  })

  test('notices a provider that {$self}')
    .with(Object.keys(broken))
    .run(async ({ assert }, name) => {
      const { breaks, caught } = broken[name]!
      const failed = await failures(breaks)
      for (const title of caught) assert.include(failed, title)
    })

  test('measures tones', ({ assert }) => {
    const { ms, silentBeforeMs, silentAfterMs } = measureWav(toneOf('Ten units.'))
    assert.closeTo(ms, 10 * toneMsPerUnit + 100, 1)
    assert.isBelow(silentBeforeMs, 5)
    assert.closeTo(silentAfterMs, 100, 5)
  })
})
