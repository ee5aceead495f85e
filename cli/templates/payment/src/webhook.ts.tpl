import { createHmac, timingSafeEqual } from 'node:crypto'
import {
  WebhookRefused,
  type PaymentEvent,
  type WebhookDelivery,
} from '../../contract/payment.ts'

export const signatureHeader = '__name__-signature'

/** The maximum difference between the time of the signature and `receivedAt`. */
const toleranceMs = 300_000

/** Returns a signature for the header `TIME;SIGNATURE;SIGNATURE…`, which has two signatures while secrets change. */
export const signatureOf = (body: Uint8Array, secret: string, time: string): string =>
  createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex')

/** Verifies the signature before parsing. */
export function eventsOf(delivery: WebhookDelivery, secret: string): PaymentEvent[] {
  const header = delivery.headers[signatureHeader] ?? ''
  const [time = '', ...signatures] = header.split(';')
  const expected = Buffer.from(signatureOf(delivery.rawBody, secret, time))
  const isSigned = signatures.some((text) => {
    const given = Buffer.from(text)
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  if (!isSigned || !/^\d{1,15}$/.test(time)) throw refused('bad_signature')
  const ageMs = delivery.receivedAt.getTime() - Number(time)
  if (!(Math.abs(ageMs) <= toleranceMs)) throw refused('too_old')
  return eventIn(delivery.rawBody)
}

function eventIn(bytes: Uint8Array): PaymentEvent[] {
  let event: Record<string, unknown>
  try {
    event = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  } catch {
    throw refused('malformed')
  }
  if (typeof event?.['type'] !== 'string' || typeof event['id'] !== 'string')
    throw refused('malformed')
  if (!kinds.has(event['type'])) return []
  const { id: eventId, at, ...fields } = event
  for (const name of ['amountCents', 'refundedCents'])
    if (name in fields && !isCents(fields[name])) throw refused('malformed')
  const occurredAt = new Date(at as string)
  if (Number.isNaN(occurredAt.getTime())) throw refused('malformed')
  return [{ ...fields, eventId, occurredAt } as PaymentEvent]
}

/** The relevant event types. */
const kinds = new Set<string>([
  'paid',
  'pending',
  'failed',
  'expired',
  'refunded',
  'refund_failed',
  'disputed',
  'dispute_won',
  'dispute_lost',
] satisfies PaymentEvent['type'][])

const isCents = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0

const refused = (reason: WebhookRefused['reason']) =>
  new WebhookRefused(reason, `The delivery is refused: ${reason}.`)
