import { test } from '@japa/runner'
import { registerPaymentProviderSuite } from '../../contract/payment_suite.ts'
import { stripePayments } from '../index.ts'
import { upstream, webhooks } from './framing.ts'

for (const stage of ['memory', 'http'] as const) {
  test.group(`payment-stripe | conformance, ${stage}`, () => {
    registerPaymentProviderSuite({
      name: `payment-stripe over ${stage}`,
      test: (title, fn) => test(title, () => fn()),
      createProvider: ({ transport, baseUrl, apiKey, webhookSecret }) =>
        stripePayments({ secretKey: apiKey, webhookSecret, apiBase: new URL(baseUrl).origin }, { transport }),
      upstream,
      webhooks,
      stage,
    })
  })
}
