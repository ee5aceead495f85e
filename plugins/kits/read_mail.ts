import { simpleParser, type AddressObject } from 'mailparser'
import type { ReceivedMail } from './mail_kit.ts'

/** Reads a message with a parser that is independent of the transports. */
export const readMail = async (source: Buffer, receivers?: readonly string[]): Promise<ReceivedMail> => {
  const parsed = await simpleParser(source)
  const people = (field?: AddressObject | AddressObject[]) =>
    [field ?? []].flat().flatMap(({ value }) => value.map(({ name, address }) => ({ name, address: address ?? '' })))
  const to = people(parsed.to)
  return {
    from: people(parsed.from)[0]!,
    to: to[0]?.address ?? '',
    subject: parsed.subject ?? '',
    text: parsed.text ?? '',
    html: parsed.html || '',
    messageId: parsed.messageId ?? '',
    headers: parsed.headerLines.map(({ key }) => key),
    receivers: receivers ?? [...to, ...people(parsed.cc), ...people(parsed.bcc)].map(({ address }) => address),
  }
}
