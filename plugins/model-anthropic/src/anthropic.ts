import { endpointOf } from '../../contract/endpoint.ts'
import { httpTransport } from '../../contract/http_transport.ts'
import type { ModelProvider } from '../../contract/model.ts'
import { readReply } from '../../contract/read_reply.ts'
import type { Transport } from '../../contract/transport.ts'
import { failureOfStatusAndText, failureOfText } from './failure.ts'
import { MessageReader } from './message_reader.ts'
import { requestBody } from './request.ts'

export interface AnthropicOptions {
  /** Default `https://api.anthropic.com`; with `/v1` at its end or without. */
  baseUrl?: string | undefined
  /** From https://platform.claude.com, sent as `x-api-key`. */
  apiKey: string
}

export interface AnthropicDeps {
  transport?: Transport
}

/**
 * Writes replies through Anthropic's Messages API, streamed (https://platform.claude.com/docs/en/api/messages).
 * Throws `misconfigured` for a `baseUrl` that is no http(s) address.
 */
export function anthropic(options: AnthropicOptions, deps: AnthropicDeps = {}): ModelProvider {
  const transport = deps.transport ?? httpTransport
  const root = (options.baseUrl ?? 'https://api.anthropic.com').replace(/\/v1\/*$/, '')
  const url = endpointOf(root, '/v1/messages')
  const headers = {
    'content-type': 'application/json',
    accept: 'text/event-stream',
    'anthropic-version': '2023-06-01',
    'x-api-key': options.apiKey,
  }

  return {
    streamReply: (request, signal) =>
      readReply(
        {
          transport,
          call: () => ({ method: 'POST', url, headers, body: requestBody(request) }),
          framing: 'events',
          reader: new MessageReader(),
          failureOfStatus: failureOfStatusAndText,
          failureOfText,
        },
        signal
      ),
  }
}
