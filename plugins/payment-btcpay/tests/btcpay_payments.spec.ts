import { test } from '@japa/runner'
import { ProviderError } from '../../contract/errors.ts'
import { kitOrder } from '../../kits/payment_kit.ts'
import { btcpayPayments } from '../index.ts'
import { reportedOrderOf } from '../src/invoice.ts'
import { amountOf, centsOf } from '../src/money.ts'
import { signatureHeader, signatureOf } from '../src/webhook.ts'
import { deliveryOf, invoiceOf } from './framing.ts'
import { LocalBtcpay } from './local_btcpay.ts'

const settings = { storeId: 'store1', apiKey: 'key_of_the_store', webhookSecret: 'secret_of_the_webhook' }
const noSignal = () => new AbortController().signal

test.group('payment-btcpay', () => {
  test('creates an invoice, and looks it up after it is paid', async ({ assert, cleanup }) => {
    const server = await new LocalBtcpay(settings).open()
    cleanup(() => server.close())
    const provider = btcpayPayments({ baseUrl: `${server.baseUrl}/`, ...settings })
    const order = kitOrder()
    const { url, reference } = await provider.createCheckout(order, noSignal())
    assert.equal(url, `${server.baseUrl}/i/${reference}`)
    const { amount, currency, checkout } = server.invoices.get(reference)!
    assert.deepEqual([amount, currency, checkout.redirectURL], ['9.00', 'USD', order.successUrl])
    const look = () => provider.lookUpOrder({ id: order.id, reference }, noSignal())
    assert.equal((await look())!.status, 'open')
    server.change(reference, 'Settled')
    assert.deepEqual(await look(), {
      status: 'paid',
      paymentReference: reference,
      amountCents: 900,
      currency: 'usd',
      refundedCents: 0,
    })
  })

  // The states: https://docs.btcpayserver.org/API/Greenfield/v1/#operation/Invoices_GetInvoice
  const table: [status: string, additional: string, expected: string][] = [
    ['New', 'None', 'open'],
    ['New', 'PaidPartial', 'open'],
    ['Processing', 'None', 'pending'],
    ['Processing', 'PaidOver', 'pending'],
    ['Settled', 'None', 'paid'],
    ['Settled', 'PaidOver', 'paid'],
    ['Settled', 'PaidPartial', 'paid'],
    ['Settled', 'PaidLate', 'paid'],
    ['Settled', 'Marked', 'paid'],
    ['Expired', 'None', 'expired'],
    ['Expired', 'PaidPartial', 'expired'],
    ['Expired', 'PaidLate', 'expired'],
    ['Invalid', 'None', 'failed'],
    ['Invalid', 'Marked', 'failed'],
    ['Invalid', 'PaidOver', 'failed'],
  ]
  for (const [status, additionalStatus, expected] of table)
    test(`reports ${expected} for an invoice that is ${status} and ${additionalStatus}`, ({ assert }) => {
      const order = kitOrder()
      const paidAmount = additionalStatus === 'PaidOver' ? '12.50' : '9.00'
      const reported = reportedOrderOf(invoiceOf(order, { status, additionalStatus, paidAmount }), order.id)!
      assert.equal(reported.status, expected)
      // The price, whatever was paid above it.
      assert.equal(reported.amountCents, expected === 'paid' ? 900 : null)
    })

  test('converts amounts between decimals and the smallest unit exactly', ({ assert }) => {
    for (const [cents, currency, amount] of [
      [1, 'usd', '0.01'],
      [900, 'usd', '9.00'],
      [2 ** 53 - 1, 'usd', '90071992547409.91'],
      [900, 'jpy', '900'],
      [900, 'kwd', '0.900'],
    ] as const) {
      assert.equal(amountOf(cents, currency), amount)
      assert.equal(centsOf(amount, currency), cents)
    }
    assert.equal(centsOf('9', 'usd'), 900)
    assert.equal(centsOf(9.5, 'usd'), 950)
    assert.equal(centsOf('9.00000000', 'usd'), 900)
    for (const amount of ['9.001', '-9', '', '1e3', '0x9', null, undefined, {}, NaN, '9'.repeat(16)])
      assert.isNull(centsOf(amount, 'usd'))
  })

  test('ignores invoices without an order, and events that change none', ({ assert }) => {
    const provider = btcpayPayments({ baseUrl: 'https://pay.test', ...settings })
    const verify = (body: string) =>
      provider.verifyWebhook({
        headers: { [signatureHeader]: signatureOf(Buffer.from(body), settings.webhookSecret) },
        rawBody: Buffer.from(body),
        receivedAt: new Date(0),
      })
    const about = (metadata: unknown) => deliveryOf('InvoiceSettled', { invoiceId: 'i', metadata })
    for (const metadata of [undefined, null, {}, { orderId: null }, { orderId: 5 }, { orderId: '' }])
      assert.deepEqual(verify(about(metadata)), [])
    assert.deepEqual(verify(deliveryOf('InvoiceCreated', { invoiceId: 'i', metadata: { orderId: 'x' } })), [])
    assert.deepEqual(verify(about({ orderId: 'x' })), [{ type: 'changed', orderId: 'x' }])
  })

  test('refuses missing settings, without quoting them', ({ assert }) => {
    for (const changes of [{ storeId: '' }, { apiKey: 'a b' }, { webhookSecret: '' }, { baseUrl: 'pay.test' }])
      assert.throws(
        () => btcpayPayments({ baseUrl: 'https://pay.test', ...settings, ...changes }),
        ProviderError,
        /missing or contains spaces|must be an http/
      )
  })
})
