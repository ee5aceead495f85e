import Stripe from 'stripe'
import { ProviderError } from '../../contract/errors.ts'
import { httpTransport } from '../../contract/http_transport.ts'
import type { Checkout, ReportedOrder, PaymentOrder, PaymentProvider } from '../../contract/payment.ts'
import { isWebAddress, refuseInvalidOrder } from '../../contract/payment_order.ts'
import type { Transport } from '../../contract/transport.ts'
import { eventsIn } from './events.ts'
import { failureOf, isUnknownObject, unreadable } from './failure.ts'
import { fieldsOf, orderIdOf, textOf } from './fields.ts'
import { checkSignature } from './signature.ts'
import { disputesIn, isDisputed, reportedOrderOf } from './reported_order.ts'
import { TransportFetch } from './transport_fetch.ts'

export interface StripePaymentsOptions {
  /** `sk_…`, or a restricted key: write access to checkout sessions, read access to payment intents, charges, refunds and disputes. */
  secretKey: string
  /** `whsec_…`, the secret of the endpoint that delivers to this server. */
  webhookSecret: string
  /** The API's address, without a path. Default `https://api.stripe.com`. */
  apiBase?: string
  /** The time limit of one call. Default 20,000. */
  timeoutMs?: number
}

export interface StripePaymentsDeps {
  transport?: Transport
}

/** Takes payments through Stripe Checkout. Throws `misconfigured` when a secret is missing or `apiBase` is invalid. */
export function stripePayments(options: StripePaymentsOptions, deps: StripePaymentsDeps = {}): PaymentProvider {
  const { secretKey, webhookSecret, timeoutMs = 20_000 } = options
  const transport = deps.transport ?? httpTransport
  for (const [name, secret] of Object.entries({ secretKey, webhookSecret })) {
    if (!/^\S+$/.test(secret)) throw misconfigured(`its ${name} is missing or contains spaces`)
  }
  const address = addressOf(options.apiBase ?? 'https://api.stripe.com')

  /**
   * Calls the SDK. Returns null for an unknown object. Each call has its own client, because the signal belongs to the call. Creating a
   * client takes 0.1 ms.
   */
  const ask = async <T>(signal: AbortSignal, call: (stripe: Stripe) => Promise<T>): Promise<T | null> => {
    if (signal.aborted) throw new ProviderError('cut_off', 'The caller canceled the call.')
    const transportFetch = new TransportFetch(transport, signal, timeoutMs)
    const stripe = new Stripe(secretKey, {
      apiVersion: Stripe.API_VERSION,
      httpClient: Stripe.createFetchHttpClient(transportFetch.fetch),
      maxNetworkRetries: 0,
      telemetry: false,
      timeout: timeoutMs,
      ...address,
    })
    try {
      return await call(stripe)
    } catch (error) {
      if (isUnknownObject(error)) return null
      throw failureOf(transportFetch)
    }
  }

  return {
    name: 'stripe',

    async createCheckout(order: PaymentOrder, signal: AbortSignal): Promise<Checkout> {
      refuseInvalidOrder(order)
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

    async lookUpOrder({ id, reference }, signal): Promise<ReportedOrder | null> {
      const expand = ['payment_intent.latest_charge.refunds']
      const session = await ask(signal, (stripe) => stripe.checkout.sessions.retrieve(reference, { expand }))
      if (session === null) return null
      const fields = fieldsOf(session) ?? {}
      if (fields['object'] !== 'checkout.session') throw unreadable()
      if (orderIdOf(fields) !== id) return null
      const reported = reportedOrderOf(fields)
      if (reported.paymentReference === null || !isDisputed(fields)) return reported
      const payment_intent = reported.paymentReference
      const disputes = disputesIn(await ask(signal, (stripe) => stripe.disputes.list({ payment_intent, limit: 100 })))
      return disputes.length > 0 ? { ...reported, disputes } : reported
    },
  }
}

/**
 * Returns the parameters of a session: https://docs.stripe.com/api/checkout/sessions/create. They depend only on the order and not on the
 * clock, because Stripe refuses a different request with the same idempotency key. Stripe accepts an `expires_at` 30 minutes to 24 hours
 * ahead.
 */
const sessionFor = (order: PaymentOrder): Stripe.Checkout.SessionCreateParams => ({
  mode: 'payment',
  client_reference_id: order.id,
  metadata: { order_id: order.id },
  // Charges inherit this metadata, and refund events report the charge.
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
  // Without currency conversion, the amount paid can be compared with the amount of the order.
  adaptive_pricing: { enabled: false },
  success_url: order.successUrl,
  cancel_url: order.cancelUrl,
  expires_at: Math.floor(order.expiresAt.getTime() / 1000),
  ...(order.email === null ? {} : { customer_email: order.email }),
})

function addressOf(apiBase: string): { host: string; port: string; protocol: 'http' | 'https' } {
  const url = isWebAddress(apiBase) ? new URL(apiBase) : null
  if (url === null || url.pathname !== '/' || url.search !== '' || url.username !== '') {
    throw misconfigured('the API address must be an http or https URL without a path')
  }
  const protocol = url.protocol === 'http:' ? 'http' : 'https'
  return { host: url.hostname, port: url.port || (protocol === 'http' ? '80' : '443'), protocol }
}

const misconfigured = (why: string) => new ProviderError('misconfigured', `Stripe can't be used: ${why}.`)
