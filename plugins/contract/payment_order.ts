import { ProviderError } from './errors.ts'
import type { PaymentOrder } from './payment.ts'

/** Throws `bad_request` for an order that no provider accepts. */
export function refuseInvalidOrder(order: PaymentOrder): void {
  const problem = problemOf(order)
  if (problem !== null) throw new ProviderError('bad_request', `The order is invalid: ${problem}.`)
}

function problemOf(order: PaymentOrder): string | null {
  // Providers allow idempotency keys of up to 255 characters.
  if (!/^[\x21-\x7e]{1,255}$/.test(order.id)) return 'its id is malformed'
  if (order.title.trim() === '') return 'it has no title'
  if (!Number.isSafeInteger(order.amountCents) || order.amountCents <= 0)
    return 'its amount must be a positive whole number'
  if (!/^[a-z]{3}$/.test(order.currency)) return 'its currency must be three lower-case letters'
  if (!isWebAddress(order.successUrl) || !isWebAddress(order.cancelUrl)) return 'its return URLs must be http or https'
  if (Number.isNaN(order.expiresAt.getTime())) return 'its expiry is not a date'
  return null
}

/** Whether a value is an absolute http or https URL. */
export function isWebAddress(text: unknown): text is string {
  if (typeof text !== 'string') return false
  const url = URL.parse(text)
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:')
}
