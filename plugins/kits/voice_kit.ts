import assert from 'node:assert/strict'
import { inspect } from 'node:util'
import { ProviderError } from '../contract/errors.ts'
import type { Transport, TransportRequest } from '../contract/transport.ts'
import {
  audioTypeOf,
  speechBytesMax,
  spokenTextMax,
  transcriptMax,
  voiceNameLengthMax,
  voicesMax,
  type Recording,
  type SpeechRequest,
  type Voice,
  type VoiceProvider,
} from '../contract/voice.ts'
import { noSignal, refusalHiding, statusCases, within } from './checks.ts'
import { casesOf, type Answer, type Reaction } from './fake_server.ts'
import { toneOf } from './tone.ts'

export interface VoiceKitDeps {
  transport: Transport
  baseUrl: string
  apiKey: string
  /** The time limit of a call. */
  timeoutMs: number
}

/** The vendor's wire format. */
export interface VoiceUpstream {
  callOf: (request: TransportRequest) => 'voices' | 'speak' | 'transcribe'
  /** The list of voices. Null for a vendor without one. */
  voices: ((voices: readonly Voice[]) => string) | null
  /** Returns what a request asks to speak. */
  asked: (request: TransportRequest) => SpeechRequest
  transcript: (text: string) => string
  errorBody: (message: string) => string
}

export interface VoiceKitOptions {
  name: string
  /** Registers a test with any test runner. */
  test: (title: string, run: () => Promise<void>) => unknown
  createProvider: (deps: VoiceKitDeps) => VoiceProvider
  /** Absent for providers without an upstream. */
  upstream?: VoiceUpstream
  /** The longest wait for anything. It passes only if the case fails. Default 30,000. */
  patienceMs?: number
}

const secrets = { apiKey: 'kit-key-77b0', text: 'kit text 5e1d' }
const refusal = refusalHiding(Object.values(secrets))
const voice: Voice = { id: 'kit-voice', name: 'Kit Voice', language: null }
const recording: Recording = { bytes: toneOf('A recording'), type: 'audio/wav' }
const request = (text: string = secrets.text): SpeechRequest => ({ text, voice: voice.id })

const collect = async (audio: AsyncIterable<Uint8Array>): Promise<Buffer> => Buffer.concat(await Array.fromAsync(audio))

/** Registers the conformance cases for voice providers, one per promise. */
export function registerVoiceKit(options: VoiceKitOptions): void {
  const { test, on } = casesOf<VoiceProvider, VoiceKitDeps>(options, { apiKey: secrets.apiKey, timeoutMs: 30_000 })
  const { upstream, patienceMs = 30_000 } = options

  /** Answers every call correctly, except those of `other`. */
  const answering =
    (other: Partial<Record<'voices' | 'speak' | 'transcribe', Reaction>> = {}) =>
    (asked: TransportRequest): Reaction => {
      if (!upstream) return 'unreachable'
      const call = upstream.callOf(asked)
      const usual: Record<typeof call, () => Answer> = {
        voices: () =>
          upstream.voices
            ? { steps: [upstream.voices([voice])] }
            : { status: 404, steps: [upstream.errorBody('none')] },
        speak: () => ({ contentType: 'audio/wav', steps: [toneOf(upstream.asked(asked).text)] }),
        transcribe: () => ({ steps: [upstream.transcript('Written down.')] }),
      }
      return other[call] ?? usual[call]()
    }

  test('lists voices within the limits', () =>
    on(answering(), async ({ provider }) => {
      const voices = await provider.voices(noSignal())
      assert.ok(voices.length <= voicesMax)
      assert.equal(new Set(voices.map(({ id }) => id)).size, voices.length, 'each id once')
      for (const { id, name, language } of voices) {
        for (const text of [id, name]) assert.ok(text.trim() !== '' && text.length <= voiceNameLengthMax, inspect(text))
        assert.ok(language === null || /^[a-z]{2,3}(-[a-z\d]{2,8})*$/i.test(language), inspect(language))
      }
    }))

  test('takes every text that the types allow', () =>
    on(answering(), async ({ provider }) => {
      const texts = [
        '.',
        '\0',
        '\ud800',
        '🌊'.repeat(spokenTextMax / 2),
        'مرحبا',
        '"\\"',
        '<speak>',
        'a'.repeat(spokenTextMax),
      ]
      for (const text of texts)
        try {
          checkAudio(await collect(provider.speak(request(text), noSignal())))
        } catch (error) {
          assert.ok(error instanceof ProviderError, `threw ${inspect(error)}`)
        }
    }))

  test('makes no call when the signal has already fired', () =>
    on(answering(), async ({ provider, server }) => {
      const fired = AbortSignal.abort()
      for (const call of [
        () => provider.voices(fired),
        () => collect(provider.speak(request(), fired)),
        () => provider.transcribe?.(recording, null, fired) ?? null,
      ]) {
        const called = call()
        if (called) assert.equal((await refusal(called)).code, 'cut_off')
      }
      assert.equal(server.calls.length, 0)
    }))

  if (!upstream) return

  test('sends the text, the voice and the key in one call', () =>
    on(answering(), async ({ provider, server }) => {
      await collect(provider.speak(request(), noSignal()))
      assert.equal(server.calls.length, 1)
      const sent = server.calls[0]!.request
      assert.deepEqual(upstream.asked(sent), request())
      assert.ok(Object.values(sent.headers).some((value) => value.includes(secrets.apiKey)))
      assert.ok(!sent.url.includes(secrets.apiKey), 'the key is not in the address')
    }))

  test('yields the whole audio, unchanged and in order', () => {
    const wav = toneOf('A longer text, so that the audio comes in several parts.')
    const pieces = [wav.subarray(0, 3), wav.subarray(3, 11), wav.subarray(11, 500), wav.subarray(500)]
    return on(answering({ speak: { contentType: 'audio/wav', steps: pieces } }), async ({ provider }) => {
      const spoken = await collect(provider.speak(request(), noSignal()))
      // A difference of long audio is never shown: it takes gigabytes.
      assert.ok(spoken.equals(wav), `${spoken.byteLength} of ${wav.byteLength} bytes`)
    })
  })

  test('yields the first audio before the last has arrived', () => {
    const wav = toneOf('A text')
    const reaction: Answer = { contentType: 'audio/wav', steps: [wav, 'silence'] }
    return on(answering({ speak: reaction }), async ({ provider, server }) => {
      const audio = provider.speak(request(), noSignal())[Symbol.asyncIterator]()
      const first = await within(patienceMs, 'nothing arrived', audio.next())
      assert.ok(!first.done && first.value.byteLength > 0)
      const call = server.calls[0]!
      await within(patienceMs, 'the provider did not stop', Promise.resolve(audio.return?.()))
      await within(patienceMs, 'the provider did not hang up', call.hungUp)
    })
  })

  test('detects the format by the content', () =>
    on(
      answering({ speak: { contentType: 'application/octet-stream', steps: [toneOf('A text')] } }),
      async ({ provider }) => checkAudio(await collect(provider.speak(request(), noSignal())))
    ))

  const speaking = (speak: Reaction, check: (error: ProviderError, calls: number) => void, timeoutMs = 30_000) =>
    on(
      answering({ speak }),
      async ({ provider, server }) => {
        const spoken = refusal(collect(provider.speak(request(), noSignal())))
        check(await within(patienceMs, 'the provider did not end', spoken), server.calls.length)
      },
      { timeoutMs }
    )

  const echo = `${secrets.apiKey} ${secrets.text}`
  for (const { status, title, headers, check } of statusCases)
    test(title, () =>
      speaking({ status, headers, steps: [upstream.errorBody(echo)] }, (error, calls) => {
        check(error)
        assert.equal(calls, 1, 'no retry')
      })
    )

  test('throws unavailable when the upstream is unreachable', () =>
    speaking('unreachable', ({ code }) => assert.equal(code, 'unavailable')))

  test('follows no redirect', () =>
    speaking({ status: 302, headers: { location: 'http://other.test/' }, steps: [] }, ({ code }, calls) => {
      assert.equal(code, 'misconfigured')
      assert.equal(calls, 1)
    }))

  test('throws cut_off when the audio breaks off', () =>
    speaking({ contentType: 'audio/wav', steps: [toneOf('A text').subarray(0, 400), 'reset'] }, ({ code }) =>
      assert.equal(code, 'cut_off')
    ))

  test('throws for an error under HTTP 200', () =>
    speaking({ steps: [upstream.errorBody(echo)] }, ({ code }) => assert.notEqual(code, 'cut_off')))

  test('throws invalid_response for everything that is no audio', async () => {
    for (const body of ['', 'RIFF', '\0'.repeat(5_000), '<!doctype html><p>Sign in, please</p>'])
      await speaking({ contentType: 'audio/mpeg', steps: [body] }, ({ code }) =>
        assert.equal(code, 'invalid_response', inspect(body.slice(0, 20)))
      )
  })

  test('stops reading above the limit of bytes', () => {
    const megabyte = Buffer.concat([toneOf('A text'), Buffer.alloc(1_000_000)])
    const steps = Array.from({ length: speechBytesMax / 1e6 + 8 }, () => megabyte)
    return on(answering({ speak: { contentType: 'audio/wav', steps } }), async ({ provider, server }) => {
      const spoken = refusal(collect(provider.speak(request(), noSignal())))
      assert.equal((await within(patienceMs, 'the provider did not end', spoken)).code, 'invalid_response')
      await within(patienceMs, 'the provider did not hang up', server.calls[0]!.hungUp)
    })
  })

  for (const [what, reaction] of [
    ['has not answered', 'hang'],
    ['is in the middle of the audio', { contentType: 'audio/wav', steps: [toneOf('A text'), 'silence'] }],
  ] as const) {
    test(`closes the connection when the signal fires and the upstream ${what}`, () =>
      on(answering({ speak: reaction }), async ({ provider, server }) => {
        const abort = new AbortController()
        const spoken = refusal(collect(provider.speak(request(), abort.signal)))
        spoken.catch(() => {})
        const call = await within(patienceMs, 'the provider never called', server.called())
        abort.abort()
        assert.equal((await within(patienceMs, 'the provider did not end', spoken)).code, 'cut_off')
        await within(patienceMs, 'the provider did not hang up', call.hungUp)
      }))

    test(`times out when the upstream ${what}`, () =>
      speaking(reaction, ({ code }) => assert.equal(code, 'timeout'), 40))
  }

  if (upstream.voices)
    test('throws for a list of voices that fails', () =>
      on(answering({ voices: { status: 401, steps: [upstream.errorBody(echo)] } }), async ({ provider }) =>
        assert.equal((await refusal(provider.voices(noSignal()))).code, 'unauthorized')
      ))

  test('writes a recording down, if it can', () =>
    on(
      answering({ transcribe: { steps: [upstream.transcript('  Written down. ')] } }),
      async ({ provider, server }) => {
        if (!provider.transcribe) return
        assert.equal(await provider.transcribe(recording, 'en-GB', noSignal()), 'Written down.')
        const sent = server.calls[0]!.request
        assert.ok(Buffer.from(sent.bytes ?? sent.body ?? '').includes(Buffer.from(recording.bytes)), 'sends every byte')
        assert.ok(Object.values(sent.headers).some((value) => value.includes(secrets.apiKey)))
      }
    ))

  test('bounds a transcript, and accepts silence', async () => {
    for (const text of ['', 'a '.repeat(transcriptMax)])
      await on(answering({ transcribe: { steps: [upstream.transcript(text)] } }), async ({ provider }) => {
        if (!provider.transcribe) return
        const written = await provider.transcribe(recording, null, noSignal())
        assert.ok(written.length <= transcriptMax)
        assert.equal(written === '', text === '')
      })
  })

  test('tells why a recording could not be written down', async () => {
    const transcribing = (reaction: Reaction, code: string) =>
      on(answering({ transcribe: reaction }), async ({ provider }) => {
        if (!provider.transcribe) return
        assert.equal((await refusal(provider.transcribe(recording, null, noSignal()))).code, code)
      })
    await transcribing({ status: 413, steps: [upstream.errorBody(echo)] }, 'context_too_long')
    await transcribing({ status: 503, steps: [upstream.errorBody(echo)] }, 'unavailable')
    for (const body of ['', '{}', '[]', 'null', '<p>Sign in</p>'])
      await transcribing({ steps: [body] }, 'invalid_response')
    await transcribing({ steps: ['{"te', 'reset'] }, 'cut_off')
  })
}

function checkAudio(bytes: Buffer): void {
  assert.ok(bytes.byteLength <= speechBytesMax)
  assert.notEqual(audioTypeOf(bytes), null, 'the audio is of a known format')
}
