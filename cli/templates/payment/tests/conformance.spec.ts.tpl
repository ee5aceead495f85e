import { test } from '@japa/runner'
import { registerPaymentKit } from '../../kits/payment_kit.ts'
import { __camel__Payments } from '../index.ts'
import { upstream, webhooks } from './framing.ts'

test.group('payment-__name__ | conformance', () => {
  registerPaymentKit({
    name: 'payment-__name__',
    test: (title, fn) => test(title, () => fn()),
    createProvider: ({ transport, baseUrl, apiKey, webhookSecret }) =>
      __camel__Payments({ baseUrl, apiKey, webhookSecret }, { transport }),
    upstream,
    webhooks,
  })
})
