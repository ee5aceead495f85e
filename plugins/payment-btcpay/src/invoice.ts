import { ProviderError } from '../../contract/errors.ts'
import type { PaymentOrder, PaymentStatus, ReportedOrder } from '../../contract/payment.ts'
import { amountOf, centsOf } from './money.ts'

/**
 * Returns the request for an invoice: https://docs.btcpayserver.org/API/Greenfield/v1/#operation/Invoices_CreateInvoice. BTCPay fixes the
 * rate of the order's currency when it creates the invoice. It has only one return address, and no idempotency keys.
 */
export const invoiceFor = (order: PaymentOrder) => ({
  amount: amountOf(order.amountCents, order.currency),
  currency: order.currency.toUpperCase(),
  metadata: {
    orderId: order.id,
    itemDesc: order.title,
    ...(order.email === null ? {} : { buyerEmail: order.email }),
  },
  checkout: {
    // Whole minutes, rounded down, so that the invoice doesn't outlive the order.
    expirationMinutes: Math.max(1, Math.floor((order.expiresAt.getTime() - Date.now()) / 60_000)),
    redirectURL: order.successUrl,
    redirectAutomatically: true,
  },
})

/**
 * The order's state for each state of an invoice. Rubies are credited only for settled ones: after the confirmations that the store asks for,
 * or after the operator has marked the invoice as settled. The operator decides on payments that are late or incomplete.
 */
const outcomes: Record<string, PaymentStatus> = {
  New: 'open',
  // Paid in full or over, without enough confirmations.
  Processing: 'pending',
  // Over-payments count as the price.
  Settled: 'paid',
  // Also with `PaidLate` and `PaidPartial`.
  Expired: 'expired',
  // Not confirmed in time, or marked by the operator.
  Invalid: 'failed',
}

/** Returns the state of an invoice, or null if it belongs to another order. BTCPay doesn't report refunds. */
export function reportedOrderOf(invoice: Record<string, unknown>, orderId: string): ReportedOrder | null {
  const { id, status, amount, currency, metadata } = invoice
  const state = typeof status === 'string' && Object.hasOwn(outcomes, status) ? outcomes[status]! : null
  if (typeof id !== 'string' || id === '' || state === null) throw unreadable()
  if ((metadata as { orderId?: unknown } | null | undefined)?.orderId !== orderId) return null
  const isOver = state === 'open' || state === 'expired'
  // The payments of an invoice have no id of their own that stays the same.
  const reported = { status: state, paymentReference: isOver ? null : id, refundedCents: 0 }
  if (state !== 'paid') return { ...reported, amountCents: null, currency: null }
  if (typeof currency !== 'string' || !/^[A-Za-z]{3}$/.test(currency)) throw unreadable()
  const amountCents = centsOf(amount, currency)
  if (amountCents === null) throw unreadable()
  return { ...reported, amountCents, currency: currency.toLowerCase() }
}

const unreadable = () =>
  new ProviderError('invalid_response', 'BTCPay answered with something that is not an invoice.', { status: 200 })
