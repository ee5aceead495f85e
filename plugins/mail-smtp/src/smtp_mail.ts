import { createTransport } from 'nodemailer'
import { ProviderError } from '#plugins/contract/errors'
import { isMailAddress, messageOf, type MailSender, type MailTransport } from '#plugins/contract/mail'
import { withTimeout } from '#plugins/contract/with_timeout'
import { failure } from './failure.ts'

export interface SmtpMailOptions {
  /** `smtp://` (with STARTTLS where the server offers it) or `smtps://`, with the user name and password percent-encoded. */
  url: string
  from: MailSender
  /** The time limit for one mail or check. Default 30,000. */
  timeoutMs?: number
}

const localHosts = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Sends each mail over its own connection. Sends credentials unencrypted only to this machine. */
export const smtpMail = ({ url, from, timeoutMs = 30_000 }: SmtpMailOptions): MailTransport => {
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  const transport = createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (secure ? 465 : 587),
    secure,
    requireTLS: !secure && username !== '' && !localHosts.has(hostname),
    auth: username === '' ? undefined : { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(mail, signal) {
      if (!isMailAddress(mail.to)) throw new ProviderError('bad_request', 'The address is not a mail address.')
      await withTimeout(timeoutMs, signal, (within) =>
        transport.sendMail({ ...messageOf(mail, from), signal: within }).catch(failure)
      )
    },
    async check(signal) {
      await withTimeout(timeoutMs, signal, () => transport.verify().catch(failure))
      return 'the SMTP server accepts our connection'
    },
  }
}
