import type { Timers } from '../../contract/timers.ts'
import { Adaptations } from '../../contract/adaptations.ts'
import { endpointOf } from '../../contract/endpoint.ts'
import { errorInText, failureOfText, hintsOf } from '../../contract/error_body.ts'
import { failureOfStatus } from '../../contract/http_failure.ts'
import { httpTransport } from '../../contract/http_transport.ts'
import type { ModelProvider } from '../../contract/model.ts'
import { readReply } from '../../contract/read_reply.ts'
import { takenBy } from '../../contract/sampling_fields.ts'
import type { Transport } from '../../contract/transport.ts'
import { Completion } from './completion.ts'
import { changeAfter, defaultsFor, describeChange, fieldsOf, type ModelParameters } from './parameters.ts'
import { messagesOf, requestBody } from './request.ts'

/** Mistral allows 8 pictures in a request. Most others allow more, and small servers stop at their context. */
const picturesMax = 8

export interface OpenAiCompatibleOptions {
  /** The base URL without `/chat/completions`, such as `https://api.openai.com/v1`. */
  baseUrl: string
  /** Sent as a bearer token unless null. */
  apiKey: string | null
  /** Overrides of the defaults, for servers whose errors don't name the unsupported parameter. */
  parameters?: Partial<ModelParameters> | undefined
}

export interface OpenAiCompatibleDeps {
  transport?: Transport
  timers?: Timers
}

/**
 * Streams replies from any server with OpenAI's chat completions API. When the server reports a parameter as unsupported, repeats the call
 * without that parameter and keeps the working parameters of the model in memory. Throws `misconfigured` for an invalid `baseUrl`.
 */
export function openAiCompatible(options: OpenAiCompatibleOptions, deps: OpenAiCompatibleDeps = {}): ModelProvider {
  const { transport = httpTransport, timers } = deps
  const url = endpointOf(options.baseUrl, '/chat/completions')
  const headers: Record<string, string> = { 'content-type': 'application/json', accept: 'text/event-stream' }
  if (options.apiKey !== null) headers['authorization'] = `Bearer ${options.apiKey}`
  const configured = { ...defaultsFor(url), ...options.parameters }
  const known = new Map<string, ModelParameters>()
  const adaptations = new Adaptations()
  const learn = (model: string, parameters: ModelParameters) => {
    if (known.get(model) === parameters) return
    known.set(model, parameters)
    const says = describeChange(configured, parameters)
    if (says !== '') adaptations.note(model, 'parameters', says)
  }

  return {
    takes: (model) => takenBy(fieldsOf(known.get(model) ?? configured)),
    conversation: (request) => ({
      messages: messagesOf(request, known.get(request.model) ?? configured).map(({ role, content }) => ({
        role,
        content,
      })),
    }),
    picturesMax: () => picturesMax,
    adaptations,
    streamReply: (request, signal) => {
      let parameters = known.get(request.model) ?? configured
      const tried = new Set<string>()
      return readReply(
        {
          transport: async (call, callSignal) => {
            const response = await transport(call, callSignal)
            // Stores the parameters only after a success, because an error body may quote the prompt and mislead `changeAfter`.
            if (response.status === 200) learn(request.model, parameters)
            return response
          },
          call: () => ({ method: 'POST', url, headers, body: requestBody(request, parameters) }),
          adapt: (status, text) => {
            const { sampling, stop } = request
            const change = changeAfter(status, text, { ...parameters, sampling, hasStop: stop.length > 0 })
            // A change that was tried before would alternate with another one without end.
            const key = JSON.stringify(change)
            if (change === null || tried.has(key)) return false
            tried.add(key)
            parameters = { ...parameters, ...change }
            return true
          },
          reader: new Completion(),
          model: request.model,
          adaptations,
          ...(timers && { timers }),
          failureOfStatus: (status, received, text) => failureOfStatus(status, received, hintsOf(errorInText(text))),
          failureOfText: (text) => failureOfText(text),
        },
        signal
      )
    },
  }
}
