import assert from 'node:assert/strict'
import type { Answer } from './fake_server.ts'
import { isWebAddress } from '../contract/payment_order.ts'
import type { PaymentOrder, PaymentStatus } from '../contract/payment.ts'
import type { PaymentKitOptions } from './payment_kit_options.ts'
import { kitOrder, refusal, runner } from './payment_kit_tools.ts'
import { noSignal, within } from './checks.ts'

/** Registers the cases for all providers, with or without an upstream. */
export function registerCheckoutCases(options: PaymentKitOptions): void {
  const { upstream, bring, promptMs = 1000 } = options
  const { test, on } = runner(options)
  const success = (order: PaymentOrder): Answer => ({
    contentType: upstream?.contentType ?? '',
    steps: upstream ? [upstream.checkout(order, { reference: 'kit_ref_1', url: 'https://pay.test/c/kit_ref_1' })] : [],
  })

  test('returns an http(s) URL for the buyer and a reference', async () => {
    const order = kitOrder()
    await on(success(order), async ({ provider }) => {
      const checkout = await provider.createCheckout(order, noSignal())
      assert.ok(isWebAddress(checkout.url), checkout.url)
      assert.ok(typeof checkout.reference === 'string' && checkout.reference !== '', 'a reference')
      assert.deepEqual(Object.keys(checkout).sort(), ['reference', 'url'], 'nothing else')
    })
  })

  test('returns the same checkout for the same order, later and concurrently', async () => {
    const order = kitOrder()
    await on(success(order), async ({ provider }) => {
      const first = await provider.createCheckout(order, noSignal())
      const more = await Promise.all([1, 2, 3].map(() => provider.createCheckout({ ...order }, noSignal())))
      for (const checkout of more) assert.deepEqual(checkout, first)
    })
  })

  test('has a name that fits into a URL', async () => {
    const order = kitOrder()
    await on(success(order), async ({ provider }) => {
      assert.match(provider.name, /^[a-z][a-z0-9-]{0,31}$/)
    })
  })

  const invalidOrders: [string, Partial<PaymentOrder>][] = [
    ['a zero amount', { amountCents: 0 }],
    ['a negative amount', { amountCents: -900 }],
    ['a fraction of a cent', { amountCents: 900.5 }],
    ['an amount that is not a number', { amountCents: NaN }],
    ['an unsafe integer', { amountCents: 2 ** 53 }],
    ['an amount that is a string', { amountCents: '900' as unknown as number }],
    ['an invalid currency', { currency: 'rubies' }],
    ['an invalid expiry', { expiresAt: new Date(NaN) }],
    ['a return URL that is not http(s)', { successUrl: 'javascript:alert(1)' }],
    ['no id', { id: '' }],
    ['an id with a line break', { id: 'a\r\nx: y' }],
  ]
  test('sends no request for an invalid order', async () => {
    for (const [what, changes] of invalidOrders) {
      const order = kitOrder(changes)
      await on(success(kitOrder()), async ({ provider, server }) => {
        assert.equal((await refusal(provider.createCheckout(order, noSignal()))).code, 'bad_request', what)
        assert.equal(server.calls.length, 0, `no request for ${what}`)
      })
    }
  })

  test('sends no request when the signal has already fired', async () => {
    const order = kitOrder()
    await on(success(order), async ({ provider, server }) => {
      const message = 'the provider did not end'
      await within(promptMs, message, refusal(provider.createCheckout(order, AbortSignal.abort())))
      const asked = { id: order.id, reference: 'kit_ref_1' }
      await within(promptMs, message, refusal(provider.lookUpOrder(asked, AbortSignal.abort())))
      assert.equal(server.calls.length, 0, 'no call to the upstream')
    })
  })

  if (upstream) return
  registerLocalCases(options, bring)
}

/** Registers the cases for providers without an upstream. */
function registerLocalCases(options: PaymentKitOptions, bring: PaymentKitOptions['bring']): void {
  const { test, on } = runner(options)
  const unused: Answer = { contentType: 'text/plain', steps: ['ok'] }

  test('returns another checkout for another order', () =>
    on(unused, async ({ provider }) => {
      const [one, two] = [
        await provider.createCheckout(kitOrder(), noSignal()),
        await provider.createCheckout(kitOrder(), noSignal()),
      ]
      assert.notEqual(one.url, two.url)
      assert.notEqual(one.reference, two.reference)
    }))

  test('refuses the same order with another price', () =>
    on(unused, async ({ provider }) => {
      const order = kitOrder()
      await provider.createCheckout(order, noSignal())
      const other = provider.createCheckout({ ...order, amountCents: 1 }, noSignal())
      assert.equal((await refusal(other)).code, 'bad_request')
    }))

  test('returns null for an unknown checkout and for one of another order', () =>
    on(unused, async ({ provider }) => {
      const [mine, other] = [kitOrder(), kitOrder()]
      const { reference } = await provider.createCheckout(mine, noSignal())
      await provider.createCheckout(other, noSignal())
      for (const unknown of ['', 'nonsense', '../../etc/passwd', `${reference}x`])
        assert.equal(await provider.lookUpOrder({ id: mine.id, reference: unknown }, noSignal()), null)
      assert.equal(await provider.lookUpOrder({ id: other.id, reference }, noSignal()), null)
      assert.equal(await provider.lookUpOrder({ id: kitOrder().id, reference }, noSignal()), null)
    }))

  const reportedOrders: (PaymentStatus | 'refunded')[] = ['open', 'pending', 'paid', 'failed', 'expired', 'refunded']
  for (const to of reportedOrders) {
    if (!bring) break
    test(`looks up an order that is ${to}`, () =>
      on(unused, async ({ provider }) => {
        const order = kitOrder()
        const { reference } = await provider.createCheckout(order, noSignal())
        await bring(provider, order, to)
        const reported = await provider.lookUpOrder({ id: order.id, reference }, noSignal())
        assert.ok(reported, 'it is known')
        const paid = to === 'paid' || to === 'refunded'
        assert.equal(reported.status, to === 'refunded' ? 'paid' : to)
        assert.equal(reported.amountCents, paid ? order.amountCents : null)
        assert.equal(reported.currency, paid ? order.currency : null)
        assert.equal(reported.refundedCents, to === 'refunded' ? order.amountCents : 0)
        if (paid) assert.ok(reported.paymentReference, 'a payment has a reference')
      }))
  }
}
