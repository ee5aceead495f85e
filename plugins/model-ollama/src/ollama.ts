import { Adaptations } from '../../contract/adaptations.ts'
import type { Timers } from '../../contract/timers.ts'
import { endpointOf } from '../../contract/endpoint.ts'
import { httpTransport } from '../../contract/http_transport.ts'
import { outputLimitOf, type ModelProvider, type ModelRequest, type Reasoning } from '../../contract/model.ts'
import { readReply } from '../../contract/read_reply.ts'
import { OptionalFields } from '../../contract/refused_fields.ts'
import { sampledBy, takenBy, usualFields, type SamplingFields } from '../../contract/sampling_fields.ts'
import type { Transport } from '../../contract/transport.ts'
import { ChatReader } from './chat_reader.ts'
import { failureOfBody, failureOfText } from './failure.ts'

export interface OllamaOptions {
  /** Default `http://127.0.0.1:11434`. Ignores a trailing `/v1` or `/api`, which other clients need. */
  baseUrl?: string | undefined
  /** The key of a server that requires one, such as ollama.com. Sent as a bearer token. Default: no key. */
  apiKey?: string | null | undefined
  /** How long a model stays in memory after a reply, such as `30m`, or `-1` for no limit. Default: the server's, usually five minutes. */
  keepAlive?: string | undefined
}

export interface OllamaDeps {
  transport?: Transport
  timers?: Timers
}

/** The server has no limit, but each picture takes some seconds on a usual machine. */
const picturesMax = 4

/** The field of each parameter: https://docs.ollama.com/modelfile#valid-parameters-and-values */
const fields: SamplingFields = { ...usualFields, repetitionPenalty: { name: 'repeat_penalty' } }

/**
 * Streams replies from Ollama's own chat API (https://docs.ollama.com/api/chat), because Ollama's OpenAI-compatible API has no `num_ctx`.
 * Throws `misconfigured` for an invalid `baseUrl`.
 */
export function ollama(options: OllamaOptions = {}, deps: OllamaDeps = {}): ModelProvider {
  const { transport = httpTransport, timers } = deps
  const root = (options.baseUrl ?? 'http://127.0.0.1:11434').replace(/\/(?:v1|api)\/*$/, '')
  const url = endpointOf(root, '/api/chat')
  const headers: Record<string, string> = { 'content-type': 'application/json', accept: 'application/x-ndjson' }
  if (options.apiKey) headers['authorization'] = `Bearer ${options.apiKey}`

  const adaptations = new Adaptations()
  const optional = new OptionalFields(['think', 'keep_alive'], adaptations)

  return {
    takes: () => takenBy(fields),
    picturesMax: () => picturesMax,
    adaptations,
    streamReply: (request, signal) =>
      readReply(
        {
          ...optional.exchange(request.model, transport, {
            body: () => requestBody(request, options.keepAlive),
            call: (body) => ({ method: 'POST', url, headers, body }),
          }),
          reader: new ChatReader(request.model),
          model: request.model,
          adaptations,
          ...(timers && { timers }),
          failureOfStatus: (status, received, text) => failureOfBody(request.model, status, received, text),
          failureOfText: (text) => failureOfText(request.model, text),
        },
        signal
      ),
  }
}

function requestBody(request: ModelRequest, keepAlive: string | undefined): object {
  const system = request.system === '' ? [] : [{ role: 'system', content: request.system }]
  const outputMax = outputLimitOf(request)
  return {
    model: request.model,
    messages: [
      ...system,
      ...request.messages.map(({ role, content, pictures }) => ({
        role,
        content,
        ...(pictures && { images: pictures.map(({ base64 }) => base64) }),
      })),
    ],
    stream: true,
    ...(request.reasoning ? { think: thinkOf(request.model, request.reasoning) } : {}),
    ...(keepAlive === undefined ? {} : { keep_alive: keepAlive }),
    options: {
      // Without `num_ctx`, the server silently cuts the prompt to its own window, and the character forgets its description.
      num_ctx: request.contextTokens + outputMax - request.outputTokensMax,
      num_predict: outputMax,
      ...sampledBy(fields, request.sampling),
      ...(request.stop.length > 0 ? { stop: request.stop } : {}),
    },
  }
}

/** Returns `true` for most models, which only support on and off: https://docs.ollama.com/capabilities/thinking */
const thinkOf = (model: string, { effort = 'medium' }: Reasoning) => (/^gpt-oss\b/.test(model) ? effort : true)
