import type { ReportedOrder, PaymentStatus } from '../../contract/payment.ts'
import { unreadable } from './failure.ts'
import { centsOf, fieldsOf, idOf, isFailedRefund, listOf, textOf, type Fields } from './fields.ts'

/**
 * Returns the state of a checkout session with expanded payment and latest charge. Throws `invalid_response` if it is inconsistent.
 * https://docs.stripe.com/api/checkout/sessions/object
 */
export function reportedOrderOf(session: Fields): ReportedOrder {
  const payment = fieldsOf(session['payment_intent'])
  const status = statusOf(session, payment)
  const paymentReference = idOf(session['payment_intent'])
  if (status !== 'paid') return { status, paymentReference, amountCents: null, currency: null, refundedCents: 0 }
  const amountCents = centsOf(session['amount_total'])
  const currency = textOf(session['currency'])
  const refundedCents = refundedOf(payment)
  if (amountCents === null || currency === null || refundedCents === null) throw unreadable()
  const failed = listOf(fieldsOf(payment?.['latest_charge'])?.['refunds']).filter(isFailedRefund)
  const failedRefunds = failed.map((refund) => ({ refundId: idIn(refund), ...moneyIn(refund) }))
  const reported = { status, paymentReference, amountCents, currency, refundedCents }
  return failedRefunds.length > 0 ? { ...reported, failedRefunds } : reported
}

export const isDisputed = (session: Fields): boolean =>
  fieldsOf(fieldsOf(session['payment_intent'])?.['latest_charge'])?.['disputed'] === true

/** Returns the disputes that moved money. Omits inquiries and prevented disputes. */
export function disputesIn(list: unknown): NonNullable<ReportedOrder['disputes']> {
  return listOf(list).flatMap((dispute) => {
    const status = textOf(dispute['status'])
    if (status === null) throw unreadable()
    if (status.startsWith('warning_') || status === 'prevented') return []
    const state = status === 'won' || status === 'lost' ? status : 'open'
    return [{ disputeId: idIn(dispute), state, ...moneyIn(dispute) }]
  })
}

function idIn(object: Fields): string {
  const id = textOf(object['id'])
  if (id === null) throw unreadable()
  return id
}

function moneyIn(object: Fields): { amountCents: number; currency: string } {
  const amountCents = centsOf(object['amount'])
  const currency = textOf(object['currency'])
  if (amountCents === null || currency === null) throw unreadable()
  return { amountCents, currency }
}

function statusOf(session: Fields, payment: Fields | null): PaymentStatus {
  switch (session['status']) {
    case 'open':
      return 'open'
    case 'expired':
      return 'expired'
    case 'complete':
      if (session['payment_status'] === 'paid' || session['payment_status'] === 'no_payment_required') return 'paid'
      if (session['payment_status'] !== 'unpaid') throw unreadable()
      // A failed bank transfer leaves the session complete. Only the payment shows the failure.
      return payment?.['status'] === 'requires_payment_method' || payment?.['status'] === 'canceled'
        ? 'failed'
        : 'pending'
    default:
      throw unreadable()
  }
}

/** Returns the total refunded. Null if the charge isn't expanded, because the total is then unknown. */
function refundedOf(payment: Fields | null): number | null {
  if (payment === null || payment['latest_charge'] === null) return 0
  return centsOf(fieldsOf(payment['latest_charge'])?.['amount_refunded'])
}
