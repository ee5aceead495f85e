import { createHmac, timingSafeEqual } from 'node:crypto'
import { WebhookRefused, type PaymentEvent, type WebhookDelivery } from '../../contract/payment.ts'

export const signatureHeader = 'sandbox-signature'
const toleranceMs = 300_000

/** Returns `t=SECONDS,v1=HEX` with the HMAC-SHA256 of `SECONDS.BODY`. A header may contain several `v1`. */
export function signatureOf(body: Uint8Array, secret: string, at: Date): string {
  const seconds = String(Math.floor(at.getTime() / 1000))
  return `t=${seconds},v1=${hash(body, secret, seconds).toString('hex')}`
}

export const bodyOf = (event: PaymentEvent): string => JSON.stringify(event)

/** Throws `WebhookRefused` unless a signature is valid and its time is within the tolerance of `receivedAt`. Parses nothing. */
export function checkSignature(delivery: WebhookDelivery, secret: string): void {
  const parts = (delivery.headers[signatureHeader] ?? '').split(',')
  const seconds = /^t=(\d{1,12})$/.exec(parts[0]!)?.[1] ?? ''
  const expected = hash(delivery.rawBody, secret, seconds)
  const isValid = parts.slice(1).some((part) => {
    const hex = /^v1=([0-9a-f]{64})$/.exec(part)?.[1]
    return hex !== undefined && timingSafeEqual(Buffer.from(hex, 'hex'), expected)
  })
  if (seconds === '' || !isValid)
    throw new WebhookRefused('bad_signature', "The webhook is not signed with the sandbox's secret.")
  if (Math.abs(delivery.receivedAt.getTime() - Number(seconds) * 1000) > toleranceMs)
    throw new WebhookRefused('too_old', 'The webhook was signed at another time.')
}

const hash = (body: Uint8Array, secret: string, seconds: string): Buffer =>
  createHmac('sha256', secret).update(`${seconds}.`).update(body).digest()

/** Parses the events of a webhook. Returns no events for an unknown type. Throws `malformed` when required fields are missing. */
export function eventsIn(body: Uint8Array): PaymentEvent[] {
  const event = parsed(body)
  const { eventId, orderId, paymentReference, type } = event
  const occurredAt = new Date(typeof event['occurredAt'] === 'string' ? event['occurredAt'] : NaN)
  if (!isText(eventId) || !isText(type) || Number.isNaN(occurredAt.getTime())) throw malformed()
  const base = { eventId, orderId: textOrNull(orderId), paymentReference: textOrNull(paymentReference), occurredAt }
  switch (type) {
    case 'pending':
    case 'failed':
    case 'expired':
      return [{ type, ...base }]
    case 'paid':
      return [{ type, ...base, amountCents: cents(event['amountCents']), currency: text(event['currency']) }]
    case 'refunded':
      return [{ type, ...base, refundedCents: cents(event['refundedCents']), currency: text(event['currency']) }]
    case 'refund_failed': {
      const money = { amountCents: cents(event['amountCents']), currency: text(event['currency']) }
      return [{ type, ...base, refundId: text(event['refundId']), ...money }]
    }
    case 'disputed':
    case 'dispute_won':
    case 'dispute_lost': {
      const money = { amountCents: cents(event['amountCents']), currency: text(event['currency']) }
      return [{ type, ...base, disputeId: text(event['disputeId']), ...money }]
    }
    default:
      return []
  }
}

function parsed(body: Uint8Array): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body))
  } catch {
    // Omits the cause, because a SyntaxError quotes the text.
    throw malformed()
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw malformed()
  return value as Record<string, unknown>
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

function text(value: unknown): string {
  if (!isText(value)) throw malformed()
  return value
}

function textOrNull(value: unknown): string | null {
  return value === null ? null : text(value)
}

function cents(value: unknown): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) throw malformed()
  return value
}

const malformed = () => new WebhookRefused('malformed', 'The webhook has a valid signature but is not a sandbox event.')
