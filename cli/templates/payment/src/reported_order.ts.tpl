import { ProviderError } from '../../contract/errors.ts'
import type { ReportedOrder, PaymentStatus } from '../../contract/payment.ts'

const statuses: readonly unknown[] = ['open', 'pending', 'paid', 'failed', 'expired']

/** Returns the state of a checkout, or null if it belongs to another order. */
export function reportedOrderOf(
  checkout: Record<string, unknown>,
  orderId: string
): ReportedOrder | null {
  const { order, status, payment, amount, currency, refunded } = checkout
  const isValid =
    statuses.includes(status) &&
    (payment === null || typeof payment === 'string') &&
    (amount === null || Number.isSafeInteger(amount)) &&
    (currency === null || typeof currency === 'string') &&
    Number.isSafeInteger(refunded)
  if (!isValid) throw new ProviderError('invalid_response', 'The provider sent something that is not a checkout.')
  if (order !== orderId) return null
  return {
    status: status as PaymentStatus,
    paymentReference: payment as string | null,
    amountCents: amount as number | null,
    currency: currency as string | null,
    refundedCents: refunded as number,
  }
}
