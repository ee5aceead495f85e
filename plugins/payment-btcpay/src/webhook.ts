import { createHmac, timingSafeEqual } from 'node:crypto'
import { WebhookRefused, type PaymentChange, type WebhookDelivery } from '../../contract/payment.ts'

export const signatureHeader = 'btcpay-sig'

export const signatureOf = (body: Uint8Array, secret: string): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

/** The events that can change an order. */
const relevant = new Set([
  'InvoiceReceivedPayment',
  'InvoicePaymentSettled',
  'InvoiceProcessing',
  'InvoiceExpired',
  'InvoiceSettled',
  'InvoiceInvalid',
])

/**
 * Says which order has changed. A delivery names no amounts, and an old one has a valid signature, so the invoice is looked up. Verifies
 * the signature before parsing: https://docs.btcpayserver.org/API/Greenfield/v1/#tag/Webhooks
 */
export function changesIn({ headers, rawBody }: WebhookDelivery, secret: string): PaymentChange[] {
  const expected = Buffer.from(signatureOf(rawBody, secret))
  const given = Buffer.from(headers[signatureHeader] ?? '')
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new WebhookRefused('bad_signature', 'The webhook is not signed with the configured secret.')
  const { type, deliveryId, invoiceId, metadata } = parsed(rawBody)
  if (typeof type !== 'string' || typeof deliveryId !== 'string') throw malformed()
  if (!relevant.has(type)) return []
  if (typeof invoiceId !== 'string') throw malformed()
  const orderId = (metadata as { orderId?: unknown } | null | undefined)?.orderId
  // Invoices of the store's other shops have other orders, or none.
  return typeof orderId === 'string' && orderId !== '' ? [{ type: 'changed', orderId }] : []
}

function parsed(body: Uint8Array): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body))
  } catch {
    // Omits the cause, because a SyntaxError quotes the text.
    throw malformed()
  }
  if (typeof value !== 'object' || value === null) throw malformed()
  return value as Record<string, unknown>
}

const malformed = () => new WebhookRefused('malformed', 'The webhook has a valid signature but is not a BTCPay event.')
