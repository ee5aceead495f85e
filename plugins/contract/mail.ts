export interface Mail {
  /** A lower-case UUID, the same for each attempt. The `Message-ID` is made of it, so that receivers recognize a repeated mail. */
  id: string
  /** One plain address, without a name. */
  to: string
  subject: string
  text: string
  html: string
}

export interface MailSender {
  name: string
  address: string
}

/**
 * Sends mail.
 *
 * `send` returns once the mail is accepted for delivery, and throws only `ProviderError`: `bad_request` when this mail will
 * never be accepted, anything else when a later attempt may succeed. It sends to the given address and to no other, whatever
 * the texts contain. Neither error nor log contains an address, a text or the operator's password. When `signal` fires, it
 * hangs up and throws at once.
 */
export interface MailTransport {
  send(mail: Mail, signal: AbortSignal): Promise<void>
  /** Connects without sending. Returns what the operator should know, or throws `ProviderError`. */
  check(signal: AbortSignal): Promise<string>
  /** Only for transports that keep mail on this machine instead of delivering it. */
  readonly copies?: {
    /** Where the operator finds them. */
    readonly place: string
    /** Deletes the copies of these mails. Missing ones are no error. */
    delete(ids: readonly string[]): Promise<void>
  }
}

const special = String.raw`\s\p{C}@<>(),:;\\"[\]`
const addressPattern = new RegExp(`^[^${special}]+@[^${special}]+$`, 'u')

/**
 * Whether a text is one plain address. Mail libraries read a text as a list of addresses with names and comments, so that an
 * unchecked one may name further receivers.
 */
export const isMailAddress = (text: string): boolean => text.length <= 254 && addressPattern.test(text)

/** A mail as nodemailer takes it. Addresses are objects, which are not parsed as lists. */
export const messageOf = ({ id, to, subject, text, html }: Mail, from: MailSender) => ({
  from,
  to: [{ name: '', address: to }],
  messageId: `<${id}@${from.address.split('@')[1]}>`,
  // RFC 3834: no automatic replies, please.
  headers: { 'Auto-Submitted': 'auto-generated' },
  subject,
  text,
  html,
})
