import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { fail, ok, type Result } from '#modules/kernel/result'
import { asProviderError, type ProviderError, type ProviderErrorCode } from '#plugins/contract/errors'
import { Timers } from '#plugins/contract/timers'
import {
  speechBytesMax,
  voicesMax,
  type Recording,
  type SpeechRequest,
  type Voice,
  type VoiceProvider,
} from '#plugins/contract/voice'
import { streamWithTimeout, withTimeout } from '#plugins/contract/with_timeout'
import { VoiceSettings } from '../index.ts'

/** How long a list of voices is used before the provider is asked again. */
const listMs = 60_000
const listTimeoutMs = 10_000
/** Longer waits from providers are cut to this. */
const retryAfterMaxSeconds = 3_600

export type VoiceFailure =
  { kind: 'refused' } | { kind: 'timeout' } | { kind: 'unavailable'; retryAfterSeconds: number | null }

/** The configured provider. Its errors are logged, without texts. */
@inject()
export class VoiceEngine {
  #provider: Promise<VoiceProvider> | null = null
  #listed: { voices: readonly Voice[]; at: number } | null = null
  #listing: Promise<Result<readonly Voice[], VoiceFailure>> | null = null

  constructor(
    private readonly settings: VoiceSettings,
    private readonly timers: Timers,
    private readonly logger: Logger
  ) {}

  /** A list of less than a minute ago is used again, and an older one if the provider fails. */
  voices(): Promise<Result<readonly Voice[], VoiceFailure>> {
    if (this.#listed && this.timers.monotonicMs() - this.#listed.at < listMs)
      return Promise.resolve(ok(this.#listed.voices))
    return (this.#listing ??= this.#list().finally(() => (this.#listing = null)))
  }

  async writesDown(): Promise<boolean> {
    return (await this.#opened()).transcribe !== undefined
  }

  /** Returns the whole audio of a text. */
  speak(request: SpeechRequest, signal: AbortSignal): Promise<Result<Buffer, VoiceFailure>> {
    return this.#attempt('a text could not be spoken', async () => {
      const provider = await this.#opened()
      const chunks: Uint8Array[] = []
      let bytes = 0
      const { timeoutMs } = this.settings
      for await (const chunk of streamWithTimeout(timeoutMs, signal, (either) => provider.speak(request, either))) {
        bytes += chunk.byteLength
        if (bytes > speechBytesMax) throw new TypeError('The provider exceeds the limit of its contract')
        chunks.push(chunk)
      }
      return Buffer.concat(chunks, bytes)
    })
  }

  transcribe(
    recording: Recording,
    language: string | null,
    signal: AbortSignal
  ): Promise<Result<string, VoiceFailure>> {
    return this.#attempt('a recording could not be written down', async () => {
      const provider = await this.#opened()
      return withTimeout(this.settings.timeoutMs, signal, (either) => provider.transcribe!(recording, language, either))
    })
  }

  async #list(): Promise<Result<readonly Voice[], VoiceFailure>> {
    const listed = await this.#attempt('the voices could not be listed', async () =>
      withTimeout(listTimeoutMs, new AbortController().signal, async (signal) => (await this.#opened()).voices(signal))
    )
    if (!listed.ok) return this.#listed ? ok(this.#listed.voices) : listed
    const voices = listed.value.slice(0, voicesMax)
    this.#listed = { voices, at: this.timers.monotonicMs() }
    return ok(voices)
  }

  async #attempt<Value>(message: string, work: () => Promise<Value>): Promise<Result<Value, VoiceFailure>> {
    try {
      return ok(await work())
    } catch (thrown) {
      const error = asProviderError(thrown)
      const needsOperator = operatorCodes.includes(error.code)
      const details = { code: error.code, status: error.status, reason: error.message }
      this.logger[needsOperator ? 'error' : 'warn'](details, message)
      return fail(toFailure(error))
    }
  }

  #opened(): Promise<VoiceProvider> {
    return (this.#provider ??= this.settings.open())
  }
}

const operatorCodes: readonly ProviderErrorCode[] = ['unauthorized', 'quota_exhausted', 'misconfigured']

const toFailure = ({ code, retryAfterMs }: ProviderError): VoiceFailure => {
  if (code === 'bad_request' || code === 'context_too_long' || code === 'content_filtered') return { kind: 'refused' }
  if (code === 'timeout') return { kind: 'timeout' }
  const retryAfterSeconds =
    retryAfterMs === null ? null : Math.min(retryAfterMaxSeconds, Math.max(1, Math.ceil(retryAfterMs / 1_000)))
  return { kind: 'unavailable', retryAfterSeconds }
}
