import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { registerPaymentKit, type PaymentWebhooks } from '../../kits/payment_kit.ts'
import { sandboxPayments, type SandboxPayments } from '../index.ts'
import { bodyOf, signatureHeader, signatureOf } from '../src/webhook.ts'

const webhooks: PaymentWebhooks = {
  report: (event) => ({ body: bodyOf(event) }),
  otherBody: JSON.stringify({
    eventId: 'evt_kit_other',
    type: 'applauded',
    orderId: null,
    paymentReference: null,
    occurredAt: new Date().toISOString(),
  }),
  sign: (body, secret, at) => ({ [signatureHeader]: signatureOf(body, secret, at) }),
  redate: (headers, at) => ({
    [signatureHeader]: headers[signatureHeader]!.replace(/t=\d+/, `t=${Math.floor(at.getTime() / 1000)}`),
  }),
  together: (first, second) => ({
    [signatureHeader]: `${first[signatureHeader]},${second[signatureHeader]!.split(',')[1]}`,
  }),
}

test.group('payment-sandbox | conformance', (group) => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'))
  group.teardown(() => rmSync(folder, { recursive: true, force: true }))

  registerPaymentKit({
    name: 'payment-sandbox',
    test: (title, fn) => test(title, () => fn()),
    createProvider: ({ transport, webhookSecret }) =>
      sandboxPayments({
        webhookUrl: 'http://shop.test/webhooks',
        baseUrl: 'http://shop.test/pay/',
        secret: webhookSecret,
        folder,
        transport,
        pausesMs: [],
      }),
    webhooks,
    bring: async (provider, order, to) => {
      const { events } = provider as SandboxPayments
      if (to === 'pending') await events.pend(order.id)
      if (to === 'paid' || to === 'refunded') await events.pay(order.id)
      if (to === 'refunded') await events.refund(order.id)
      if (to === 'failed') await events.decline(order.id)
      if (to === 'expired') await events.expire(order.id)
    },
  })
})
