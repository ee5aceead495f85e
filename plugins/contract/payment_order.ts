import { ProviderError } from './errors.ts'
import type { PaymentOrder } from './payment.ts'

/** Throws `bad_request` for what no provider may be asked for: no whole amount above zero, no currency, no web address, no date. */
export function refuseUnpayable(order: PaymentOrder): void {
  const wrong = faultOf(order)
  if (wrong !== null) throw new ProviderError('bad_request', `The order can not be paid for: ${wrong}.`)
}

function faultOf(order: PaymentOrder): string | null {
  // 255 is what providers allow an idempotency key.
  if (!/^[\x21-\x7e]{1,255}$/.test(order.id)) return 'its id is no id'
  if (order.title.trim() === '') return 'it has no title'
  if (!Number.isSafeInteger(order.amountCents) || order.amountCents <= 0)
    return 'its amount is no whole number above zero'
  if (!/^[a-z]{3}$/.test(order.currency)) return 'its currency is no code of three small letters'
  if (!isWebAddress(order.successUrl) || !isWebAddress(order.cancelUrl)) return 'it leads back to no web address'
  if (Number.isNaN(order.expiresAt.getTime())) return 'its end is no date'
  return null
}

/** Whether a browser may be sent there: an absolute http or https address. */
export function isWebAddress(text: unknown): text is string {
  if (typeof text !== 'string') return false
  const url = URL.parse(text)
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:')
}
