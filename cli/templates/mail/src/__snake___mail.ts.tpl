import { askForJson } from '../../contract/ask_for_json.ts'
import { endpointOf } from '../../contract/endpoint.ts'
import { ProviderError } from '../../contract/errors.ts'
import { failureOfStatus } from '../../contract/http_failure.ts'
import { httpTransport } from '../../contract/http_transport.ts'
import { isMailAddress, messageOf, type Mail, type MailSender, type MailTransport } from '../../contract/mail.ts'
import type { Transport, TransportRequest } from '../../contract/transport.ts'
import { withTimeout } from '../../contract/with_timeout.ts'

export interface __Pascal__Options {
  baseUrl: string
  apiKey: string
  from: MailSender
  /** The time limit for one mail or check. Default 30,000. */
  timeoutMs?: number
}

export interface __Pascal__Deps {
  transport?: Transport
}

/** Sends mail with __name__. Throws `misconfigured` for an invalid `baseUrl`. */
export function __camel__Mail(options: __Pascal__Options, deps: __Pascal__Deps = {}): MailTransport {
  const { baseUrl, from, timeoutMs = 30_000 } = options
  const transport = deps.transport ?? httpTransport
  const messages = endpointOf(baseUrl, '/messages')
  const account = endpointOf(baseUrl, '/account')
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${options.apiKey}` }
  const ask = (call: TransportRequest, caller: AbortSignal) =>
    withTimeout(timeoutMs, caller, (signal) =>
      askForJson(
        transport,
        { call, bytesMax: 64 * 1024, failureOfStatus: (status, received) => failureOfStatus(status, received) },
        signal
      )
    )

  return {
    async send(mail, signal) {
      if (!isMailAddress(mail.to)) throw new ProviderError('bad_request', 'The address is not a mail address.')
      await ask({ method: 'POST', url: messages, headers, body: requestBody(mail, from) }, signal)
    },
    async check(signal) {
      await ask({ method: 'GET', url: account, headers }, signal)
      return '__name__ accepts our key'
    },
  }
}

function requestBody(mail: Mail, from: MailSender): string {
  const { messageId, headers, subject, text, html } = messageOf(mail, from)
  // A line break in a subject would begin another header.
  const line = subject.replace(/[\r\n]+/g, ' ')
  return JSON.stringify({ from, to: mail.to, subject: line, text, html, headers: { ...headers, 'Message-ID': messageId } })
}
