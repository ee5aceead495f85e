import { WebhookRefused, type PaymentEvent } from '../../contract/payment.ts'
import { centsOf, fieldsOf, idOf, isFailedRefund, orderIdOf, textOf, type Fields } from './fields.ts'

type EventBase = Pick<PaymentEvent, 'eventId' | 'orderId' | 'paymentReference' | 'occurredAt'>

/**
 * Translates a Stripe event. Returns nothing for irrelevant types and for sessions and charges without an order.
 * Throws `malformed` when required fields are missing. https://docs.stripe.com/api/events/types
 */
export function eventsIn(body: Uint8Array): PaymentEvent[] {
  const event = parsed(body)
  const type = textOf(event['type'])
  const eventId = textOf(event['id'])
  const createdSeconds = event['created']
  const object = fieldsOf(fieldsOf(event['data'])?.['object'])
  if (type === null || eventId === null || typeof createdSeconds !== 'number' || object === null) throw malformed()
  const paymentReference = idOf(object['payment_intent'])
  const base = { eventId, orderId: orderIdOf(object), paymentReference, occurredAt: new Date(createdSeconds * 1000) }
  if (type.startsWith('checkout.session.')) return ofSession(type, object, base)
  if (type === 'charge.refunded') return ofRefund(object, base)
  if (refundUpdates.has(type)) return ofRefundUpdate(object, base)
  if (type.startsWith('charge.dispute.')) return ofDispute(type, object, base)
  return []
}

function ofSession(type: string, session: Fields, base: EventBase): PaymentEvent[] {
  if (session['mode'] !== 'payment' || base.orderId === null) return []
  const paid = (): PaymentEvent[] => [{ type: 'paid', ...base, ...moneyOf(session, 'amount_total') }]
  switch (type) {
    case 'checkout.session.completed':
      if (session['payment_status'] === 'unpaid') return [{ type: 'pending', ...base }]
      if (session['payment_status'] === 'paid' || session['payment_status'] === 'no_payment_required') return paid()
      throw malformed()
    case 'checkout.session.async_payment_succeeded':
      return paid()
    case 'checkout.session.async_payment_failed':
      return [{ type: 'failed', ...base }]
    case 'checkout.session.expired':
      return [{ type: 'expired', ...base }]
    default:
      return []
  }
}

function ofRefund(charge: Fields, base: EventBase): PaymentEvent[] {
  const { amountCents: refundedCents, currency } = moneyOf(charge, 'amount_refunded')
  if (base.orderId === null && base.paymentReference === null) return []
  return [{ type: 'refunded', ...base, refundedCents, currency }]
}

/** The types of equivalent events. The endpoint's API version decides which of them Stripe sends. */
const refundUpdates = new Set(['refund.failed', 'refund.updated', 'charge.refund.updated'])

function ofRefundUpdate(refund: Fields, base: EventBase): PaymentEvent[] {
  if (!isFailedRefund(refund) || (base.orderId === null && base.paymentReference === null)) return []
  const refundId = textOf(refund['id'])
  if (refundId === null) throw malformed()
  return [{ type: 'refund_failed', ...base, refundId, ...moneyOf(refund, 'amount') }]
}

/**
 * Translates a dispute. `created` and `funds_withdrawn` may report the same dispute, because an inquiry can become a dispute without a
 * second `created`.
 */
function ofDispute(type: string, dispute: Fields, base: EventBase): PaymentEvent[] {
  const status = textOf(dispute['status'])
  const disputeId = textOf(dispute['id'])
  const money = moneyOf(dispute, 'amount')
  if (status === null || disputeId === null) throw malformed()
  // An inquiry moves no money.
  if (status.startsWith('warning_') || base.paymentReference === null) return []
  const change = disputeChangeOf(type, status)
  return change === null ? [] : [{ type: change, ...base, disputeId, ...money }]
}

function disputeChangeOf(type: string, status: string): 'disputed' | 'dispute_won' | 'dispute_lost' | null {
  switch (type) {
    case 'charge.dispute.created':
      // A prevented dispute moved no money.
      return status === 'prevented' ? null : 'disputed'
    case 'charge.dispute.funds_withdrawn':
      return 'disputed'
    case 'charge.dispute.funds_reinstated':
      return 'dispute_won'
    case 'charge.dispute.closed':
      if (status === 'won') return 'dispute_won'
      return status === 'lost' ? 'dispute_lost' : null
    default:
      return null
  }
}

function moneyOf(object: Fields, name: string): { amountCents: number; currency: string } {
  const amountCents = centsOf(object[name])
  const currency = textOf(object['currency'])
  if (amountCents === null || currency === null) throw malformed()
  return { amountCents, currency }
}

function parsed(body: Uint8Array): Fields {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body))
  } catch {
    // Omits the cause, because a SyntaxError quotes the text.
    throw malformed()
  }
  const fields = fieldsOf(value)
  if (fields === null) throw malformed()
  return fields
}

const malformed = () => new WebhookRefused('malformed', 'The webhook has a valid signature but is not a Stripe event.')
