import type { TransportRequest } from '../../contract/transport.ts'
import type { ReceivedMail } from '../../kits/mail_kit.ts'

/** The answer of __name__ to an accepted mail. */
export const accepted = '{"id":"message-1"}'

/** Returns the mail that __name__ delivers for a request. */
export const receivedOf = ({ body }: TransportRequest): ReceivedMail => {
  const { headers, ...mail } = JSON.parse(body!)
  return {
    ...mail,
    messageId: headers['Message-ID'],
    headers: Object.keys(headers).map((name) => name.toLowerCase()),
    receivers: [mail.to],
  }
}
