import { Adaptations } from '../../contract/adaptations.ts'
import type { Timers } from '../../contract/timers.ts'
import { readText } from '../../contract/body.ts'
import { endpointOf } from '../../contract/endpoint.ts'
import { errorInText, failureOfText, hintsOf } from '../../contract/error_body.ts'
import { ProviderError } from '../../contract/errors.ts'
import { failureOfStatus } from '../../contract/http_failure.ts'
import { httpTransport } from '../../contract/http_transport.ts'
import { outputLimitOf, type ModelProvider, type ModelRequest } from '../../contract/model.ts'
import { readReply } from '../../contract/read_reply.ts'
import { OptionalFields } from '../../contract/refused_fields.ts'
import { sampledBy, takenBy, usualFields } from '../../contract/sampling_fields.ts'
import type { Transport } from '../../contract/transport.ts'
import { withTimeout } from '../../contract/with_timeout.ts'
import { CompletionReader } from './completion_reader.ts'
import {
  conversationIn,
  promptIn,
  recognise,
  spaceBefore,
  stopsOf,
  templateNames,
  templateOfModel,
  type TemplateName,
} from './templates.ts'

export interface TextCompletionOptions {
  /** The base URL without `/completions`: `http://localhost:8080/v1` for llama.cpp, `http://localhost:5001/v1` for KoboldCpp. */
  baseUrl: string
  /** Sent as a bearer token unless null. */
  apiKey: string | null
  /**
   * The template that the model was trained with. `auto`, the default, asks the server, then goes by the model's name, and falls back to
   * `chatml`.
   */
  template?: TemplateName | 'auto'
}

export interface TextCompletionDeps {
  transport?: Transport
  timers?: Timers
}

/** Fields that a request can do without. */
const optionalFields = [...Object.values(usualFields).map(({ name }) => name), 'repeat_penalty', 'stream_options']

const propsBytesMax = 256 * 1024
const propsTimeoutMs = 5_000

/**
 * Streams replies from a server that completes texts instead of answering chats. llama.cpp, KoboldCpp, vLLM and other servers have the
 * `/completions` of OpenAI's older API. Throws `misconfigured` for an invalid `baseUrl` or an unknown template.
 */
export function textCompletion(options: TextCompletionOptions, deps: TextCompletionDeps = {}): ModelProvider {
  const { transport = httpTransport, timers } = deps
  const { baseUrl, apiKey, template = 'auto' } = options
  if (template !== 'auto' && !templateNames.includes(template))
    throw new ProviderError('misconfigured', `The template is one of ${templateNames.join(', ')}.`)
  const url = endpointOf(baseUrl, '/completions')
  const propsUrl = endpointOf(baseUrl.replace(/\/v1\/*$/, ''), '/props')
  const headers: Record<string, string> = { 'content-type': 'application/json', accept: 'text/event-stream' }
  if (apiKey !== null) headers['authorization'] = `Bearer ${apiKey}`

  const adaptations = new Adaptations()
  const optional = new OptionalFields(optionalFields, adaptations)
  let known: Promise<string | null> | null = null
  /** Returns the server's Jinja template. All replies share one request. After a failure, returns null, and the next reply asks again. */
  const templateOfServer = (): Promise<string | null> => {
    known ??= askTemplate(transport, propsUrl, headers).catch(() => {
      known = null
      return null
    })
    return known
  }
  /** The templates that servers told or models' names gave. */
  const found = new Map<string, TemplateName>()
  const templateFor = async (model: string): Promise<TemplateName> => {
    if (template !== 'auto') return template
    const jinja = await templateOfServer()
    const recognised = jinja === null ? null : recognise(jinja)
    const name = recognised ?? templateOfModel(model) ?? 'chatml'
    if (recognised) adaptations.note(model, 'template', `its template is ${name}, by what its server says`)
    else {
      const reason = jinja === null ? 'its server does not tell its template' : 'its server has an unknown template'
      const says = `${reason}, so ${name} is a guess: set MODELS_TEMPLATE to one of ${templateNames.join(', ')}`
      adaptations.note(model, 'template', says, { warns: true })
    }
    found.set(model, name)
    return name
  }
  const guess = (model: string): TemplateName => (template === 'auto' ? (templateOfModel(model) ?? 'chatml') : template)

  return {
    takes: () => takenBy(usualFields),
    conversation: (request) => conversationIn(found.get(request.model) ?? guess(request.model), request),
    prefills: () => true,
    adaptations,
    streamReply: (request, signal) => {
      const reader = new CompletionReader()
      let name: TemplateName = 'chatml'
      const exchange = optional.exchange(request.model, transport, {
        body: () => requestBody(request, name),
        call: (body) => ({ method: 'POST', url, headers, body }),
      })
      return readReply(
        {
          ...exchange,
          // The body depends on the template, which may have to be requested first.
          transport: async (_, callSignal) => {
            name = await templateFor(request.model)
            if (request.messages.at(-1)?.role !== 'assistant') reader.before = spaceBefore(name)
            return exchange.transport(exchange.call(), callSignal)
          },
          call: () => ({ method: 'POST', url, headers }),
          reader,
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

/** Asks llama.cpp or KoboldCpp for the model's Jinja template. Returns null for other servers, which have no such address. */
const askTemplate = (transport: Transport, url: string, headers: Record<string, string>): Promise<string | null> =>
  withTimeout(propsTimeoutMs, new AbortController().signal, async (signal) => {
    const { status, body } = await transport({ method: 'GET', url, headers }, signal)
    const text = await readText(body, propsBytesMax)
    if (status >= 500) throw new ProviderError('unavailable', 'The server could not tell its template.')
    return templateIn(text)
  })

const templateIn = (text: string): string | null => {
  try {
    const { chat_template: jinja } = JSON.parse(text) ?? {}
    return typeof jinja === 'string' && jinja !== '' ? jinja : null
  } catch {
    return null
  }
}

/**
 * Creates the body of a request: https://platform.openai.com/docs/api-reference/completions/create. llama.cpp's `cache_prompt` is on by
 * default.
 */
const requestBody = (request: ModelRequest, name: TemplateName): object => {
  const { repetitionPenalty } = request.sampling
  return {
    model: request.model,
    prompt: promptIn(name, request),
    stream: true,
    stream_options: { include_usage: true },
    max_tokens: outputLimitOf(request),
    ...sampledBy(usualFields, request.sampling),
    // The name of the field in llama.cpp.
    ...(repetitionPenalty === undefined ? {} : { repeat_penalty: repetitionPenalty }),
    stop: [...request.stop, ...stopsOf(name)],
  }
}
