import { endpointOf } from '../../contract/endpoint.ts'
import { failureOfStatus } from '../../contract/http_failure.ts'
import { httpTransport } from '../../contract/http_transport.ts'
import type { ModelProvider, ModelRequest } from '../../contract/model.ts'
import { readReply } from '../../contract/read_reply.ts'
import { sampledBy, takenBy, type SamplingFields } from '../../contract/sampling_fields.ts'
import type { Transport } from '../../contract/transport.ts'
import { hintsOf, notAStream } from './failure.ts'
import { ReplyEvents } from './reply_events.ts'

export interface __Pascal__Options {
  baseUrl: string
  apiKey: string
}

export interface __Pascal__Deps {
  transport?: Transport
}

/** The sampling parameters that __name__ supports. Add `max` to a field if its maximum is lower than ours. */
const fields: SamplingFields = { temperature: { name: 'temperature' } }

/** Streams replies from __name__. Throws `misconfigured` for an invalid `baseUrl`. */
export function __camel__Model(
  options: __Pascal__Options,
  deps: __Pascal__Deps = {}
): ModelProvider {
  const transport = deps.transport ?? httpTransport
  const url = endpointOf(options.baseUrl, '/replies')
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${options.apiKey}`,
  }
  return {
    takes: () => takenBy(fields),
    streamReply: (request, signal) =>
      readReply(
        {
          transport,
          call: () => ({ method: 'POST', url, headers, body: requestBody(request) }),
          // Use 'lines' for one JSON value per line.
          framing: 'events',
          reader: new ReplyEvents(),
          failureOfStatus: (status, received, text) =>
            failureOfStatus(status, received, hintsOf(text)),
          failureOfText: notAStream,
        },
        signal
      ),
  }
}

function requestBody(request: ModelRequest): string {
  return JSON.stringify({
    model: request.model,
    system: request.system,
    messages: request.messages,
    max_tokens: request.outputTokensMax,
    ...sampledBy(fields, request.sampling),
    stop: request.stop,
    stream: true,
  })
}
