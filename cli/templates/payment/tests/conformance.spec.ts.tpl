import { test } from '@japa/runner'
import { registerPaymentProviderSuite } from '../../contract/payment_suite.ts'
import { __camel__Payments } from '../index.ts'
import { upstream, webhooks } from './framing.ts'

for (const stage of ['memory', 'http'] as const) {
  test.group(`payment-__name__ | conformance, ${stage}`, () => {
    registerPaymentProviderSuite({
      name: `payment-__name__ over ${stage}`,
      test: (title, fn) => test(title, () => fn()),
      createProvider: ({ transport, baseUrl, apiKey, webhookSecret }) =>
        __camel__Payments({ baseUrl, apiKey, webhookSecret }, { transport }),
      upstream,
      webhooks,
      stage,
    })
  })
}
