import { askForJson } from '../../contract/ask_for_json.ts'
import { readText } from '../../contract/body.ts'
import { endpointOf } from '../../contract/endpoint.ts'
import { errorInText, failureOfText, hintsOf } from '../../contract/error_body.ts'
import { ProviderError } from '../../contract/errors.ts'
import { failureOfStatus } from '../../contract/http_failure.ts'
import { httpTransport } from '../../contract/http_transport.ts'
import type { Transport, TransportRequest } from '../../contract/transport.ts'
import { checkedAudio, transcriptMax, type Voice, type VoiceProvider } from '../../contract/voice.ts'
import { streamWithTimeout, withTimeout } from '../../contract/with_timeout.ts'
import { formOf } from './form.ts'
import { openAiVoices, voicesIn } from './listed_voices.ts'

export interface OpenAiCompatibleVoiceOptions {
  /** The base URL, including `/v1` if the server has it. */
  baseUrl: string
  apiKey: string | null
  /** The model that speaks. Default: `tts-1`. */
  model?: string | undefined
  /** The model that writes recordings down. Default: none, and then the provider has no `transcribe`. */
  transcriptionModel?: string | undefined
  /** The voices of a server that doesn't list its own. Default: OpenAI's. */
  voices?: readonly Voice[] | undefined
  /** The time limit of each call. Default 60,000. */
  timeoutMs?: number | undefined
}

export interface OpenAiCompatibleVoiceDeps {
  transport?: Transport
}

const listBytesMax = 1_000_000
const transcriptBytesMax = 200_000

/**
 * Speaks with any server that has OpenAI's `POST /audio/speech`, and writes down with one that has `POST /audio/transcriptions`
 * (https://platform.openai.com/docs/api-reference/audio). Throws `misconfigured` for an invalid `baseUrl`.
 */
export function openAiCompatibleVoice(
  options: OpenAiCompatibleVoiceOptions,
  deps: OpenAiCompatibleVoiceDeps = {}
): VoiceProvider {
  const { baseUrl, apiKey, model = 'tts-1', transcriptionModel, timeoutMs = 60_000 } = options
  const transport = deps.transport ?? httpTransport
  const [speech, voices, transcriptions] = ['/audio/speech', '/audio/voices', '/audio/transcriptions'].map((path) =>
    endpointOf(baseUrl, path)
  ) as [string, string, string]
  const authorization: Record<string, string> = apiKey ? { authorization: `Bearer ${apiKey}` } : {}
  const json = { ...authorization, 'content-type': 'application/json' }

  return {
    voices: (caller) =>
      withTimeout(timeoutMs, caller, async (signal) => {
        const call = { method: 'GET' as const, url: voices, headers: { ...authorization, accept: 'application/json' } }
        try {
          const listed = await askForJson<object>(
            transport,
            { call, bytesMax: listBytesMax, failureOfStatus: failureOfAnswer },
            signal
          )
          const found = voicesIn(listed)
          if (found.length > 0) return found
        } catch (error) {
          // OpenAI has no such list.
          if (!(error instanceof ProviderError && (error.status === 404 || error.status === 405))) throw error
        }
        return options.voices ?? openAiVoices
      }),

    speak: ({ text, voice }, caller) =>
      streamWithTimeout(timeoutMs, caller, async function* (signal) {
        const body = JSON.stringify({ model, input: text, voice, response_format: 'mp3' })
        const call: TransportRequest = { method: 'POST', url: speech, headers: json, body }
        const answer = await transport(call, signal)
        if (answer.status !== 200) throw await failureOf(answer)
        // Some servers send errors under 200.
        if (/json|text/.test(answer.headers['content-type'] ?? ''))
          throw failureOfText(await readText(answer.body, 64 * 1024))
        yield* checkedAudio(answer.body)
      }),

    ...(transcriptionModel !== undefined &&
      ({
        transcribe: (recording, language, caller) =>
          withTimeout(timeoutMs, caller, async (signal) => {
            const fields = {
              model: transcriptionModel,
              response_format: 'json',
              // The API takes the language without a region.
              ...(language !== null && { language: language.split('-')[0]!.toLowerCase() }),
            }
            const form = formOf(recording, fields)
            const call: TransportRequest = {
              method: 'POST',
              url: transcriptions,
              headers: { ...authorization, 'content-type': form.type },
              bytes: form.bytes,
            }
            const { text, error } = await askForJson<{ text: unknown; error: unknown }>(
              transport,
              { call, bytesMax: transcriptBytesMax, failureOfStatus: failureOfAnswer },
              signal
            )
            if (error !== undefined && error !== null) throw failureOfText(JSON.stringify({ error }))
            if (typeof text !== 'string')
              throw new ProviderError('invalid_response', 'The provider sent a response without a text.')
            return text.trim().slice(0, transcriptMax).toWellFormed()
          }),
      } satisfies Pick<VoiceProvider, 'transcribe'>)),
  }
}

const failureOf = async ({ status, headers, body }: Awaited<ReturnType<Transport>>) =>
  failureOfAnswer(status, headers, await readText(body, 64 * 1024))

const failureOfAnswer = (status: number, headers: Record<string, string>, text: string) =>
  failureOfStatus(status, headers, hintsOf(errorInText(text)))
