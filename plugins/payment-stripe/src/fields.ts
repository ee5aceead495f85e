/**
 * An unvalidated Stripe object. A response may come from a proxy, and a webhook may have any API version. https://docs.stripe.com/api
 */
export interface Fields {
  [name: string]: unknown
}

export const fieldsOf = (value: unknown): Fields | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null

export const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** Returns an amount in the smallest currency unit, or null for anything else. */
export const centsOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null

/** Returns the id of a reference, expanded or not. */
export const idOf = (value: unknown): string | null => textOf(value) ?? textOf(fieldsOf(value)?.['id'])

/** Returns the order id that the checkout request put into a session, payment or charge. */
export const orderIdOf = (object: Fields): string | null =>
  textOf(object['client_reference_id']) ?? textOf(fieldsOf(object['metadata'])?.['order_id'])

/** Whether the refunded money went back to the seller. https://docs.stripe.com/api/refunds/object */
export const isFailedRefund = (refund: Fields): boolean =>
  refund['status'] === 'failed' || refund['status'] === 'canceled'

/** Returns the objects of a Stripe list, or an empty list for anything else. */
export const listOf = (value: unknown): Fields[] => {
  const data = fieldsOf(value)?.['data']
  if (!Array.isArray(data)) return []
  return data.map(fieldsOf).filter((item) => item !== null)
}
