import { domainToASCII } from 'node:url'

export interface Mail {
  /** A lower-case UUID, the same for each attempt. It is part of the `Message-ID`, so that receivers recognize a repeated mail. */
  id: string
  /** One plain address, without a name. */
  to: string
  subject: string
  text: string
  html: string
  /** An address that stops mails of this kind at a `POST` without cookies (RFC 8058). */
  unsubscribeUrl?: string | undefined
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

/**
 * Brings a typed or pasted address to one form: without invisible characters and spaces around it, in the usual width, with a domain in
 * lower case and ASCII. Addresses that people can't tell apart become the same, except for the case of the part before the @. A text that
 * isn't an address stays refused by `isMailAddress`.
 */
export const toMailAddress = (text: string): string => {
  const plain = text.normalize('NFKC').replaceAll(invisible, '').trim()
  const at = plain.lastIndexOf('@') + 1
  const domain = plain.slice(at)
  return plain.slice(0, at) + ((at > 0 && /[^\0-\x7f]/.test(domain) && domainToASCII(domain)) || domain.toLowerCase())
}

/** Line breaks and other spaces inside of an address aren't removed, because they separate addresses. */
const invisible = /[[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]--[\s]]/gv

/** Converts a mail to nodemailer's format. Addresses are objects, which nodemailer does not parse as lists. */
export const messageOf = ({ id, to, subject, text, html, unsubscribeUrl }: Mail, from: MailSender) => ({
  from,
  to: [{ name: '', address: to }],
  messageId: `<${id}@${from.address.split('@')[1]}>`,
  // Prevents automatic replies (RFC 3834).
  headers: {
    'Auto-Submitted': 'auto-generated',
    ...(unsubscribeUrl !== undefined && {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  },
  subject,
  text,
  html,
})
