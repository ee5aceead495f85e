import type { OrderStanding, PaymentStatus } from '../../contract/payment.ts'
import { unreadable } from './failure.ts'
import { centsOf, fieldsOf, idOf, textOf, type Fields } from './fields.ts'

/**
 * How a checkout session stands, with its payment and latest charge expanded. Throws `invalid_response` for what makes no sense.
 * https://docs.stripe.com/api/checkout/sessions/object
 */
export function standingOf(session: Fields): OrderStanding {
  const payment = fieldsOf(session['payment_intent'])
  const status = statusOf(session, payment)
  const paymentReference = idOf(session['payment_intent'])
  if (status !== 'paid') return { status, paymentReference, amountCents: null, currency: null, refundedCents: 0 }
  const amountCents = centsOf(session['amount_total'])
  const currency = textOf(session['currency'])
  const refundedCents = refundedOf(payment)
  if (amountCents === null || currency === null || refundedCents === null) throw unreadable()
  return { status, paymentReference, amountCents, currency, refundedCents }
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
      // A bank transfer that came to nothing leaves the session complete; only its payment tells.
      return payment?.['status'] === 'requires_payment_method' || payment?.['status'] === 'canceled'
        ? 'failed'
        : 'pending'
    default:
      throw unreadable()
  }
}

/** All that was given back of the charge. A charge that came as a mere id is no zero: nothing is known of it. */
function refundedOf(payment: Fields | null): number | null {
  if (payment === null || payment['latest_charge'] === null) return 0
  return centsOf(fieldsOf(payment['latest_charge'])?.['amount_refunded'])
}
