import { endpointOf } from '../../contract/endpoint.ts'
import { ProviderError } from '../../contract/errors.ts'
import { httpTransport } from '../../contract/http_transport.ts'
import type { PaymentProvider } from '../../contract/payment.ts'
import { isWebAddress, refuseInvalidOrder } from '../../contract/payment_order.ts'
import type { Transport } from '../../contract/transport.ts'
import { ask } from './ask.ts'
import { reportedOrderOf } from './reported_order.ts'
import { eventsOf } from './webhook.ts'

export interface __Pascal__Options {
  baseUrl: string
  apiKey: string
  /** The secret that signs webhooks. */
  webhookSecret: string
}

export interface __Pascal__Deps {
  transport?: Transport
}

/** Takes payments with __name__. Throws `misconfigured` for an invalid `baseUrl`. */
export function __camel__Payments(
  options: __Pascal__Options,
  deps: __Pascal__Deps = {}
): PaymentProvider {
  const transport = deps.transport ?? httpTransport
  const { baseUrl, webhookSecret } = options
  const checkouts = endpointOf(baseUrl, '/checkouts')
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${options.apiKey}`,
  }

  return {
    name: '__name__',

    async createCheckout(order, signal) {
      refuseInvalidOrder(order)
      const answer = await ask(
        transport,
        {
          method: 'POST',
          url: checkouts,
          headers: { ...headers, 'idempotency-key': order.id },
          body: JSON.stringify({
            order: order.id,
            title: order.title,
            amount: order.amountCents,
            currency: order.currency,
            email: order.email,
            success_url: order.successUrl,
            cancel_url: order.cancelUrl,
            expires_at: order.expiresAt.getTime() / 1000,
          }),
        },
        signal
      )
      const { id, url } = answer ?? {}
      if (typeof id === 'string' && isWebAddress(url)) return { url, reference: id }
      throw new ProviderError('invalid_response', 'The provider created no checkout.')
    },

    async lookUpOrder({ id, reference }, signal) {
      const url = endpointOf(baseUrl, `/checkouts/${encodeURIComponent(reference)}`)
      const answer = await ask(transport, { method: 'GET', url, headers }, signal)
      return answer === null ? null : reportedOrderOf(answer, id)
    },

    verifyWebhook: (delivery) => eventsOf(delivery, webhookSecret),
  }
}
