export interface Mail {
  /** A lower-case UUID, the same for each attempt. It is part of the `Message-ID`, so that receivers recognize a repeated mail. */
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
 * `send` returns once the mail is accepted for delivery. It only throws `ProviderError`: `bad_request` when this mail will never
 * be accepted, any other code when a later attempt may succeed. It sends to the given address and to no other, whatever the texts
 * contain. Neither errors nor logs contain an address, a text or the operator's password. When `signal` fires, it closes the
 * connection and throws at once.
 */
export interface MailTransport {
  send(mail: Mail, signal: AbortSignal): Promise<void>
  /** Connects without sending. Returns a message for the operator, or throws `ProviderError`. */
  check(signal: AbortSignal): Promise<string>
  /** The copies of mail that a transport keeps on this machine instead of delivering it. Absent for all other transports. */
  readonly copies?: {
    /** The location of the copies, for the operator. */
    readonly place: string
    /** Deletes the copies of these mails. Ignores missing copies. */
    delete(ids: readonly string[]): Promise<void>
  }
}

const special = String.raw`\s\p{C}@<>(),:;\\"[\]`
const addressPattern = new RegExp(`^[^${special}]+@[^${special}]+$`, 'u')

/**
 * Whether a text is one plain address. Mail libraries parse a text as a list of addresses with names and comments, so an
 * unchecked text could add further receivers.
 */
export const isMailAddress = (text: string): boolean => text.length <= 254 && addressPattern.test(text)

/** Converts a mail to nodemailer's format. Addresses are objects, which nodemailer does not parse as lists. */
export const messageOf = ({ id, to, subject, text, html }: Mail, from: MailSender) => ({
  from,
  to: [{ name: '', address: to }],
  messageId: `<${id}@${from.address.split('@')[1]}>`,
  // Prevents automatic replies (RFC 3834).
  headers: { 'Auto-Submitted': 'auto-generated' },
  subject,
  text,
  html,
})
