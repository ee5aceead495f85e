import { Adaptations } from '../../contract/adaptations.ts'
import type { Timers } from '../../contract/timers.ts'
import { endpointOf } from '../../contract/endpoint.ts'
import { failureOfStatus } from '../../contract/http_failure.ts'
import { httpTransport } from '../../contract/http_transport.ts'
import { outputLimitOf, type ModelProvider, type ModelRequest } from '../../contract/model.ts'
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
  timers?: Timers
}

/** The sampling parameters that __name__ supports. Add `max` to a field if its maximum is lower than ours. */
const fields: SamplingFields = { temperature: { name: 'temperature' } }

/** Streams replies from __name__. Throws `misconfigured` for an invalid `baseUrl`. */
export function __camel__Model(
  options: __Pascal__Options,
  deps: __Pascal__Deps = {}
): ModelProvider {
  const { transport = httpTransport, timers } = deps
  const url = endpointOf(options.baseUrl, '/replies')
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${options.apiKey}`,
  }
  const adaptations = new Adaptations()
  return {
    takes: () => takenBy(fields),
    adaptations,
    streamReply: (request, signal) =>
      readReply(
        {
          transport,
          call: () => ({ method: 'POST', url, headers, body: requestBody(request) }),
          reader: new ReplyEvents(),
          model: request.model,
          adaptations,
          ...(timers && { timers }),
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
    // To send pictures, name their number in `picturesMax` and take them from the messages.
    messages: request.messages.map(({ role, content }) => ({ role, content })),
    max_tokens: outputLimitOf(request),
    ...sampledBy(fields, request.sampling),
    stop: request.stop,
    stream: true,
  })
}
