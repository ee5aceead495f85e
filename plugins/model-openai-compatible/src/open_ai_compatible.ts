import { endpointOf } from '../../contract/endpoint.ts'
import { failureOfStatus } from '../../contract/http_failure.ts'
import { httpTransport } from '../../contract/http_transport.ts'
import type { ModelProvider } from '../../contract/model.ts'
import { readReply } from '../../contract/read_reply.ts'
import type { Transport } from '../../contract/transport.ts'
import { Completion } from './completion.ts'
import { failureOfText, hintsOf } from './failure.ts'
import { requestBody } from './request.ts'

export interface OpenAiCompatibleOptions {
  /** Up to and without `/chat/completions`, with or without a slash at its end: `https://api.openai.com/v1`. */
  baseUrl: string
  /** Sent as a bearer token; null sends none. */
  apiKey: string | null
}

export interface OpenAiCompatibleDeps {
  transport?: Transport
}

/**
 * Writes replies through any server that speaks OpenAI's chat completions, streamed.
 * Throws `misconfigured` for a `baseUrl` that is no http(s) address.
 */
export function openAiCompatible(options: OpenAiCompatibleOptions, deps: OpenAiCompatibleDeps = {}): ModelProvider {
  const transport = deps.transport ?? httpTransport
  const url = endpointOf(options.baseUrl, '/chat/completions')
  const headers: Record<string, string> = { 'content-type': 'application/json', accept: 'text/event-stream' }
  if (options.apiKey !== null) headers['authorization'] = `Bearer ${options.apiKey}`

  return {
    streamReply: (request, signal) =>
      readReply(
        {
          transport,
          call: () => ({ method: 'POST', url, headers, body: requestBody(request) }),
          framing: 'events',
          reader: new Completion(),
          failureOfStatus: (status, received, text) => failureOfStatus(status, received, hintsOf(text)),
          failureOfText,
        },
        signal
      ),
  }
}
