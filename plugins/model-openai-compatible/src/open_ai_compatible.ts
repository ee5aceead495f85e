import { endpointOf } from '../../contract/endpoint.ts'
import { failureOfStatus } from '../../contract/http_failure.ts'
import { httpTransport } from '../../contract/http_transport.ts'
import type { ModelProvider } from '../../contract/model.ts'
import { readReply } from '../../contract/read_reply.ts'
import type { Transport } from '../../contract/transport.ts'
import { Completion } from './completion.ts'
import { failureOfText, hintsOf } from './failure.ts'
import { changeAfter, defaultParameters, type ModelParameters } from './parameters.ts'
import { requestBody } from './request.ts'

export interface OpenAiCompatibleOptions {
  /** Up to and without `/chat/completions`, with or without a slash at its end: `https://api.openai.com/v1`. */
  baseUrl: string
  /** Sent as a bearer token; null sends none. */
  apiKey: string | null
  /** What the models take, where the defaults are wrong and the server's refusals don't say so. */
  parameters?: Partial<ModelParameters> | undefined
}

export interface OpenAiCompatibleDeps {
  transport?: Transport
}

/**
 * Writes replies through any server that speaks OpenAI's chat completions, streamed. A parameter that the server names as unsupported
 * is left out or replaced, and the call repeated once for each; what then works is remembered for that model, in memory.
 * Throws `misconfigured` for a `baseUrl` that is no http(s) address.
 */
export function openAiCompatible(options: OpenAiCompatibleOptions, deps: OpenAiCompatibleDeps = {}): ModelProvider {
  const transport = deps.transport ?? httpTransport
  const url = endpointOf(options.baseUrl, '/chat/completions')
  const headers: Record<string, string> = { 'content-type': 'application/json', accept: 'text/event-stream' }
  if (options.apiKey !== null) headers['authorization'] = `Bearer ${options.apiKey}`
  const configured = { ...defaultParameters, ...options.parameters }
  const known = new Map<string, ModelParameters>()

  return {
    streamReply: (request, signal) => {
      let parameters = known.get(request.model) ?? configured
      return readReply(
        {
          transport: async (call, callSignal) => {
            const response = await transport(call, callSignal)
            // Remembered only once it works: an error body may quote a person's words.
            if (response.status === 200) known.set(request.model, parameters)
            return response
          },
          call: () => ({ method: 'POST', url, headers, body: requestBody(request, parameters) }),
          adapt: (status, text) => {
            const change = changeAfter(status, text, parameters)
            parameters = { ...parameters, ...change }
            return change !== null
          },
          framing: 'events',
          reader: new Completion(),
          failureOfStatus: (status, received, text) => failureOfStatus(status, received, hintsOf(text)),
          failureOfText,
        },
        signal
      )
    },
  }
}
