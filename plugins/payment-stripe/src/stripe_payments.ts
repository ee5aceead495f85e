import Stripe from 'stripe'
import { ProviderError } from '../../contract/errors.ts'
import { httpTransport } from '../../contract/http_transport.ts'
import type { Checkout, OrderStanding, PaymentOrder, PaymentProvider } from '../../contract/payment.ts'
import { isWebAddress, refuseUnpayable } from '../../contract/payment_order.ts'
import type { Transport } from '../../contract/transport.ts'
import { eventsIn } from './events.ts'
import { failureOf, saysUnknown, unreadable } from './failure.ts'
import { fieldsOf, orderIdOf, textOf } from './fields.ts'
import { checkSignature } from './signature.ts'
import { disputesIn, isDisputed, standingOf } from './standing.ts'
import { TransportClient } from './transport_client.ts'

export interface StripePaymentsOptions {
  /** `sk_…`, or a restricted key that may write checkout sessions and read payment intents, charges, refunds and disputes. */
  secretKey: string
  /** `whsec_…`, of the endpoint that delivers to the shop. */
  webhookSecret: string
  /** Another address for Stripe's API, without a path. Default `https://api.stripe.com`. */
  apiBase?: string
  /** How long one call may take. Default 20,000. */
  timeoutMs?: number
}

export interface StripePaymentsDeps {
  transport?: Transport
}

/** Takes money by Stripe's own checkout page. Throws `misconfigured` when a secret is missing or `apiBase` is no address. */
export function stripePayments(options: StripePaymentsOptions, deps: StripePaymentsDeps = {}): PaymentProvider {
  const { secretKey, webhookSecret, timeoutMs = 20_000 } = options
  const transport = deps.transport ?? httpTransport
  for (const [name, secret] of Object.entries({ secretKey, webhookSecret })) {
    if (!/^\S+$/.test(secret)) throw misconfigured(`its ${name} is missing or has spaces in it`)
  }
  const address = addressOf(options.apiBase ?? 'https://api.stripe.com')

  /** A client for each call, because the signal is the call's: making one costs a tenth of a millisecond. */
  const ask = async <T>(signal: AbortSignal, call: (stripe: Stripe) => Promise<T>): Promise<T | null> => {
    if (signal.aborted) throw new ProviderError('cut_off', 'The caller hung up.')
    const client = new TransportClient(transport, signal)
    const stripe = new Stripe(secretKey, {
      apiVersion: Stripe.API_VERSION,
      httpClient: client,
      maxNetworkRetries: 0,
      telemetry: false,
      timeout: timeoutMs,
      ...address,
    })
    try {
      return await call(stripe)
    } catch (error) {
      if (saysUnknown(error)) return null
      throw failureOf(client)
    }
  }

  return {
    name: 'stripe',

    async createCheckout(order: PaymentOrder, signal: AbortSignal): Promise<Checkout> {
      refuseUnpayable(order)
      const session = fieldsOf(
        await ask(signal, (stripe) => stripe.checkout.sessions.create(sessionFor(order), { idempotencyKey: order.id }))
      )
      const reference = textOf(session?.['id'])
      const url = session?.['url']
      if (reference === null || !isWebAddress(url)) throw unreadable()
      return { url, reference }
    },

    verifyWebhook(delivery) {
      checkSignature(delivery, webhookSecret)
      return eventsIn(delivery.rawBody)
    },

    async lookUpOrder({ id, reference }, signal): Promise<OrderStanding | null> {
      const expand = ['payment_intent.latest_charge.refunds']
      const session = await ask(signal, (stripe) => stripe.checkout.sessions.retrieve(reference, { expand }))
      if (session === null) return null
      const fields = fieldsOf(session) ?? {}
      if (fields['object'] !== 'checkout.session') throw unreadable()
      if (orderIdOf(fields) !== id) return null
      const standing = standingOf(fields)
      if (standing.paymentReference === null || !isDisputed(fields)) return standing
      const payment_intent = standing.paymentReference
      const disputes = disputesIn(await ask(signal, (stripe) => stripe.disputes.list({ payment_intent, limit: 100 })))
      return disputes.length > 0 ? { ...standing, disputes } : standing
    },
  }
}

/**
 * https://docs.stripe.com/api/checkout/sessions/create. A function of the order alone: what depended on the clock would make the
 * second request for an order another one under the same key, which Stripe refuses. Its end therefore goes as it is; Stripe takes
 * 30 minutes to 24 hours from now.
 */
const sessionFor = (order: PaymentOrder): Stripe.Checkout.SessionCreateParams => ({
  mode: 'payment',
  client_reference_id: order.id,
  metadata: { order_id: order.id },
  // Charges take these over, and refunds tell of charges.
  payment_intent_data: { metadata: { order_id: order.id } },
  line_items: [
    {
      quantity: 1,
      price_data: {
        currency: order.currency,
        unit_amount: order.amountCents,
        product_data: { name: order.title },
      },
    },
  ],
  // What is paid is the order's amount in the order's currency, so that it can be compared.
  adaptive_pricing: { enabled: false },
  success_url: order.successUrl,
  cancel_url: order.cancelUrl,
  expires_at: Math.floor(order.expiresAt.getTime() / 1000),
  ...(order.email === null ? {} : { customer_email: order.email }),
})

function addressOf(apiBase: string): { host: string; port: string; protocol: 'http' | 'https' } {
  const url = isWebAddress(apiBase) ? new URL(apiBase) : null
  if (url === null || url.pathname !== '/' || url.search !== '' || url.username !== '') {
    throw misconfigured('the address of its API must be an http or https address without a path')
  }
  const protocol = url.protocol === 'http:' ? 'http' : 'https'
  return { host: url.hostname, port: url.port || (protocol === 'http' ? '80' : '443'), protocol }
}

const misconfigured = (why: string) => new ProviderError('misconfigured', `Stripe can not be used: ${why}.`)
