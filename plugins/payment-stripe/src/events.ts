import { WebhookRefused, type PaymentEvent } from '../../contract/payment.ts'
import { centsOf, fieldsOf, idOf, isFailedRefund, orderIdOf, textOf, type Fields } from './fields.ts'

type Said = Pick<PaymentEvent, 'eventId' | 'orderId' | 'paymentReference' | 'occurredAt'>

/**
 * What an event says in our words; nothing for what is of no interest, and for sessions and charges that were not made by a shop.
 * Throws `malformed` for an event that lacks what it is about. https://docs.stripe.com/api/events/types
 */
export function eventsIn(body: Uint8Array): PaymentEvent[] {
  const event = parsed(body)
  const type = textOf(event['type'])
  const eventId = textOf(event['id'])
  const createdSeconds = event['created']
  const object = fieldsOf(fieldsOf(event['data'])?.['object'])
  if (type === null || eventId === null || typeof createdSeconds !== 'number' || object === null) throw malformed()
  const paymentReference = idOf(object['payment_intent'])
  const said = { eventId, orderId: orderIdOf(object), paymentReference, occurredAt: new Date(createdSeconds * 1000) }
  if (type.startsWith('checkout.session.')) return ofSession(type, object, said)
  if (type === 'charge.refunded') return ofRefund(object, said)
  if (refundUpdates.has(type)) return ofRefundUpdate(object, said)
  if (type.startsWith('charge.dispute.')) return ofDispute(type, object, said)
  return []
}

function ofSession(type: string, session: Fields, said: Said): PaymentEvent[] {
  if (session['mode'] !== 'payment' || said.orderId === null) return []
  const paid = (): PaymentEvent[] => [{ type: 'paid', ...said, ...moneyOf(session, 'amount_total') }]
  switch (type) {
    case 'checkout.session.completed':
      if (session['payment_status'] === 'unpaid') return [{ type: 'pending', ...said }]
      if (session['payment_status'] === 'paid' || session['payment_status'] === 'no_payment_required') return paid()
      throw malformed()
    case 'checkout.session.async_payment_succeeded':
      return paid()
    case 'checkout.session.async_payment_failed':
      return [{ type: 'failed', ...said }]
    case 'checkout.session.expired':
      return [{ type: 'expired', ...said }]
    default:
      return []
  }
}

function ofRefund(charge: Fields, said: Said): PaymentEvent[] {
  const { amountCents: refundedCents, currency } = moneyOf(charge, 'amount_refunded')
  if (said.orderId === null && said.paymentReference === null) return []
  return [{ type: 'refunded', ...said, refundedCents, currency }]
}

/** They say the same of a refund; which of them are sent depends on the endpoint's API version. */
const refundUpdates = new Set(['refund.failed', 'refund.updated', 'charge.refund.updated'])

function ofRefundUpdate(refund: Fields, said: Said): PaymentEvent[] {
  if (!isFailedRefund(refund) || (said.orderId === null && said.paymentReference === null)) return []
  const refundId = textOf(refund['id'])
  if (refundId === null) throw malformed()
  return [{ type: 'refund_failed', ...said, refundId, ...moneyOf(refund, 'amount') }]
}

/** `funds_withdrawn` and `created` may tell of the same dispute: an inquiry becomes one without being created again. */
function ofDispute(type: string, dispute: Fields, said: Said): PaymentEvent[] {
  const status = textOf(dispute['status'])
  const disputeId = textOf(dispute['id'])
  const money = moneyOf(dispute, 'amount')
  if (status === null || disputeId === null) throw malformed()
  // An inquiry: the bank asks, and no money moves.
  if (status.startsWith('warning_') || said.paymentReference === null) return []
  const told = dispositionOf(type, status)
  return told === null ? [] : [{ type: told, ...said, disputeId, ...money }]
}

function dispositionOf(type: string, status: string): 'disputed' | 'dispute_won' | 'dispute_lost' | null {
  switch (type) {
    case 'charge.dispute.created':
      // Settled before it began (a prevented one): no money has gone.
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
    // Without its cause: a SyntaxError quotes the text.
    throw malformed()
  }
  const fields = fieldsOf(value)
  if (fields === null) throw malformed()
  return fields
}

const malformed = () => new WebhookRefused('malformed', 'The webhook is rightly signed, but no event of Stripe.')
