import { test } from '@japa/runner'
import { registerPaymentKit } from '../../kits/payment_kit.ts'
import { stripePayments } from '../index.ts'
import { upstream, webhooks } from './framing.ts'

test.group('payment-stripe | conformance', () => {
  registerPaymentKit({
    name: 'payment-stripe',
    test: (title, fn) => test(title, () => fn()),
    createProvider: ({ transport, baseUrl, apiKey, webhookSecret }) =>
      stripePayments({ secretKey: apiKey, webhookSecret, apiBase: new URL(baseUrl).origin }, { transport }),
    upstream,
    webhooks,
  })
})
