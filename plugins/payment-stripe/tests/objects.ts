import { readFileSync } from 'node:fs'

type Json = Record<string, unknown>

/**
 * Creates a Stripe object with every field that API version 2026-10-28 always sends, as in the reference (https://docs.stripe.com/api).
 */
export const stripeObject = (
  name: 'checkout_session' | 'payment_intent' | 'charge' | 'dispute' | 'event' | 'error',
  changes: Json = {}
): Json => ({
  ...(JSON.parse(readFileSync(new URL(`./fixtures/${name}.json`, import.meta.url), 'utf8')) as Json),
  ...changes,
})

/** Creates an event as JSON. */
export const stripeEvent = (type: string, object: Json, changes: Json = {}): string =>
  JSON.stringify(stripeObject('event', { type, data: { object }, ...changes }))
