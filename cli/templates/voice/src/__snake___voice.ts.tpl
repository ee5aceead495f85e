import { askForJson } from '../../contract/ask_for_json.ts'
import { readText } from '../../contract/body.ts'
import { endpointOf } from '../../contract/endpoint.ts'
import { failureOfText } from '../../contract/error_body.ts'
import { ProviderError } from '../../contract/errors.ts'
import { failureOfStatus } from '../../contract/http_failure.ts'
import { httpTransport } from '../../contract/http_transport.ts'
import type { Transport } from '../../contract/transport.ts'
import { checkedAudio, voicesMax, type Voice, type VoiceProvider } from '../../contract/voice.ts'
import { streamWithTimeout, withTimeout } from '../../contract/with_timeout.ts'

export interface __Pascal__Options {
  baseUrl: string
  apiKey: string
  /** The time limit of each call. Default 60,000. */
  timeoutMs?: number
}

export interface __Pascal__Deps {
  transport?: Transport
}

/** Speaks with __name__. Throws `misconfigured` for an invalid `baseUrl`. */
export function __camel__Voice(options: __Pascal__Options, deps: __Pascal__Deps = {}): VoiceProvider {
  const { baseUrl, timeoutMs = 60_000 } = options
  const transport = deps.transport ?? httpTransport
  const [listUrl, speakUrl] = [endpointOf(baseUrl, '/voices'), endpointOf(baseUrl, '/speak')]
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${options.apiKey}` }
  const failureOf = (status: number, received: Record<string, string>) => failureOfStatus(status, received)

  return {
    voices: (caller) =>
      withTimeout(timeoutMs, caller, async (signal) => {
        const question = {
          call: { method: 'GET' as const, url: listUrl, headers },
          bytesMax: 1_000_000,
          failureOfStatus: failureOf,
        }
        const { voices } = await askForJson<{ voices: unknown }>(transport, question, signal)
        if (!Array.isArray(voices))
          throw new ProviderError('invalid_response', 'The provider sent a response without voices.')
        return voices.slice(0, voicesMax).filter(isVoice)
      }),

    speak: ({ text, voice }, caller) =>
      streamWithTimeout(timeoutMs, caller, async function* (signal) {
        const call = { method: 'POST' as const, url: speakUrl, headers, body: JSON.stringify({ text, voice }) }
        const answer = await transport(call, signal)
        if (answer.status !== 200) {
          await readText(answer.body, 64 * 1024)
          throw failureOf(answer.status, answer.headers)
        }
        // An error under HTTP 200.
        if (/json|text/.test(answer.headers['content-type'] ?? ''))
          throw failureOfText(await readText(answer.body, 64 * 1024))
        yield* checkedAudio(answer.body)
      }),

    // If the vendor writes recordings down, add `transcribe`.
  }
}

const isVoice = (value: unknown): value is Voice => {
  const { id, name, language } = Object(value) as Record<string, unknown>
  return typeof id === 'string' && typeof name === 'string' && (typeof language === 'string' || language === null)
}
