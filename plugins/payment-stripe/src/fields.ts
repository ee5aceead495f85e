/**
 * Stripe's objects as far as they are looked at, and nothing believed: an answer may come from a proxy, and a webhook is of
 * whatever API version the endpoint was set to. https://docs.stripe.com/api
 */
export interface Fields {
  [name: string]: unknown
}

export const fieldsOf = (value: unknown): Fields | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null

export const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** An amount in the smallest unit; null for everything else. */
export const centsOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null

/** What Stripe gives as an id, or as the whole object where it was asked to expand it. */
export const idOf = (value: unknown): string | null => textOf(value) ?? textOf(fieldsOf(value)?.['id'])

/** The order that a session, a payment or a charge was made for, as it was written there when it was made. */
export const orderIdOf = (object: Fields): string | null =>
  textOf(object['client_reference_id']) ?? textOf(fieldsOf(object['metadata'])?.['order_id'])

/** Whether the money of a refund came back to the seller. https://docs.stripe.com/api/refunds/object */
export const isFailedRefund = (refund: Fields): boolean =>
  refund['status'] === 'failed' || refund['status'] === 'canceled'

/** The objects in a list of Stripe's; none where it is no list. */
export const listOf = (value: unknown): Fields[] => {
  const data = fieldsOf(value)?.['data']
  if (!Array.isArray(data)) return []
  return data.map(fieldsOf).filter((one) => one !== null)
}
