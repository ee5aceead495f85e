import { endpointOf } from '../../contract/endpoint.ts'
import { ProviderError } from '../../contract/errors.ts'
import { httpTransport } from '../../contract/http_transport.ts'
import type { PaymentProvider } from '../../contract/payment.ts'
import { isWebAddress, refuseInvalidOrder } from '../../contract/payment_order.ts'
import type { Transport } from '../../contract/transport.ts'
import { ask } from './ask.ts'
import { invoiceFor, reportedOrderOf } from './invoice.ts'
import { changesIn } from './webhook.ts'

export interface BtcpayPaymentsOptions {
  /** The address of the BTCPay Server, without `/api`. */
  baseUrl: string
  storeId: string
  /** A key of this store with `btcpay.store.cancreateinvoice` and `btcpay.store.canviewinvoices`. */
  apiKey: string
  /** The secret of the store's webhook to this server. */
  webhookSecret: string
}

export interface BtcpayPaymentsDeps {
  transport?: Transport
}

/** Takes payments through the Greenfield API of a BTCPay Server. Throws `misconfigured` for an invalid `baseUrl` or a missing secret. */
export function btcpayPayments(options: BtcpayPaymentsOptions, deps: BtcpayPaymentsDeps = {}): PaymentProvider {
  const { baseUrl, storeId, apiKey, webhookSecret } = options
  const transport = deps.transport ?? httpTransport
  for (const [name, value] of Object.entries({ storeId, apiKey, webhookSecret }))
    if (!/^\S+$/.test(value))
      throw new ProviderError('misconfigured', `BTCPay can't be used: its ${name} is missing or contains spaces.`)
  const invoices = endpointOf(baseUrl, `/api/v1/stores/${encodeURIComponent(storeId)}/invoices`)
  const headers = { 'content-type': 'application/json', authorization: `token ${apiKey}` }

  return {
    name: 'btcpay',

    async createCheckout(order, signal) {
      refuseInvalidOrder(order)
      const body = JSON.stringify(invoiceFor(order))
      const invoice = await ask(transport, { method: 'POST', url: invoices, headers, body }, signal)
      const { id, checkoutLink } = invoice ?? {}
      if (typeof id === 'string' && id !== '' && isWebAddress(checkoutLink)) return { url: checkoutLink, reference: id }
      throw new ProviderError('invalid_response', 'BTCPay created no invoice.', { status: 200 })
    },

    async lookUpOrder({ id, reference }, signal) {
      const url = endpointOf(invoices, `/${encodeURIComponent(reference)}`)
      const invoice = await ask(transport, { method: 'GET', url, headers }, signal)
      return invoice === null ? null : reportedOrderOf(invoice, id)
    },

    verifyWebhook: (delivery) => changesIn(delivery, webhookSecret),
  }
}
