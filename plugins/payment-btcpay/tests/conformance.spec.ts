import { test } from '@japa/runner'
import { registerPaymentKit } from '../../kits/payment_kit.ts'
import { btcpayPayments } from '../index.ts'
import { upstream, webhooks } from './framing.ts'

test.group('payment-btcpay | conformance', () => {
  registerPaymentKit({
    name: 'payment-btcpay',
    test: (title, fn) => test(title, () => fn()),
    createProvider: ({ transport, baseUrl, apiKey, webhookSecret }) =>
      btcpayPayments({ baseUrl, storeId: 'kit_store', apiKey, webhookSecret }, { transport }),
    upstream,
    webhooks,
  })
})
