import { Adaptations } from '../../contract/adaptations.ts'
import type { Timers } from '../../contract/timers.ts'
import { endpointOf } from '../../contract/endpoint.ts'
import { failureOfText } from '../../contract/error_body.ts'
import { httpTransport } from '../../contract/http_transport.ts'
import type { ModelProvider } from '../../contract/model.ts'
import { readReply } from '../../contract/read_reply.ts'
import { OptionalFields } from '../../contract/refused_fields.ts'
import { takenBy } from '../../contract/sampling_fields.ts'
import type { Transport } from '../../contract/transport.ts'
import { failureOfBody, failureOfError } from './failure.ts'
import { MessageReader } from './message_reader.ts'
import { conversationOf, fieldsOf, prefills, requestBody, sentBy } from './request.ts'

/** The API allows 100 pictures, but the 32 MB of a request must not be reached. */
const picturesMax = 20

export interface AnthropicOptions {
  /** Default `https://api.anthropic.com`. A trailing `/v1` is optional. */
  baseUrl?: string | undefined
  /** A key from https://platform.claude.com, sent as `x-api-key`. */
  apiKey: string
}

export interface AnthropicDeps {
  transport?: Transport
  timers?: Timers
}

/**
 * Fields that a request can do without. The names of models decide which are sent, but an endpoint of another vendor may refuse them.
 */
const optionalFields = ['temperature', 'top_p', 'top_k', 'stop_sequences', 'thinking', 'output_config', 'cache_control']

/**
 * Streams replies from Anthropic's Messages API (https://platform.claude.com/docs/en/api/messages).
 * Throws `misconfigured` for an invalid `baseUrl`.
 */
export function anthropic(options: AnthropicOptions, deps: AnthropicDeps = {}): ModelProvider {
  const { transport = httpTransport, timers } = deps
  const root = (options.baseUrl ?? 'https://api.anthropic.com').replace(/\/v1\/*$/, '')
  const url = endpointOf(root, '/v1/messages')
  const headers = {
    'content-type': 'application/json',
    accept: 'text/event-stream',
    'anthropic-version': '2023-06-01',
    'x-api-key': options.apiKey,
  }
  const adaptations = new Adaptations()
  const optional = new OptionalFields(optionalFields, adaptations)

  return {
    takes: (model) => takenBy(fieldsOf(model)),
    sends: sentBy,
    conversation: conversationOf,
    prefills,
    picturesMax: () => picturesMax,
    adaptations,
    streamReply: (request, signal) =>
      readReply(
        {
          ...optional.exchange(request.model, transport, {
            body: () => requestBody(request),
            call: (body) => ({ method: 'POST', url, headers, body }),
          }),
          reader: new MessageReader(),
          model: request.model,
          adaptations,
          ...(timers && { timers }),
          failureOfStatus: failureOfBody,
          failureOfText: (text) => failureOfText(text, failureOfError),
        },
        signal
      ),
  }
}
