/**
 * A Stripe object, unvalidated: a response may come from a proxy, and a webhook may have any API version. https://docs.stripe.com/api
 */
export interface Fields {
  [name: string]: unknown
}

export const fieldsOf = (value: unknown): Fields | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null

export const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** An amount in the smallest currency unit; null for anything else. */
export const centsOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null

/** The id of a reference, whether or not it is expanded. */
export const idOf = (value: unknown): string | null => textOf(value) ?? textOf(fieldsOf(value)?.['id'])

/** The order id written into a session, payment or charge when it was created. */
export const orderIdOf = (object: Fields): string | null =>
  textOf(object['client_reference_id']) ?? textOf(fieldsOf(object['metadata'])?.['order_id'])

/** True when the refunded money came back to the seller. https://docs.stripe.com/api/refunds/object */
export const isFailedRefund = (refund: Fields): boolean =>
  refund['status'] === 'failed' || refund['status'] === 'canceled'

/** The objects of a Stripe list; empty for anything else. */
export const listOf = (value: unknown): Fields[] => {
  const data = fieldsOf(value)?.['data']
  if (!Array.isArray(data)) return []
  return data.map(fieldsOf).filter((item) => item !== null)
}
