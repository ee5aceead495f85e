import assert from 'node:assert/strict'
import type { Script } from './model_suite_stage.ts'
import { isWebAddress } from './payment_order.ts'
import type { PaymentOrder, PaymentStatus } from './payment.ts'
import type { PaymentProviderSuiteOptions } from './payment_suite_options.ts'
import { kitOrder, noSignal, refusal, runner } from './payment_suite_tools.ts'
import { within } from './within.ts'

/** What holds for every provider, with an upstream or without. */
export function registerCheckoutCases(options: PaymentProviderSuiteOptions): void {
  const { upstream, bring, promptMs = 1000 } = options
  const { test, on } = runner(options)
  const good = (order: PaymentOrder): Script => ({
    contentType: upstream?.contentType ?? '',
    steps: upstream ? [upstream.checkout(order, { reference: 'kit_ref_1', url: 'https://pay.test/c/kit_ref_1' })] : [],
  })

  test('gives a web address to send the buyer to, and a reference', async () => {
    const order = kitOrder()
    await on(good(order), async ({ provider }) => {
      const checkout = await provider.createCheckout(order, noSignal())
      assert.ok(isWebAddress(checkout.url), checkout.url)
      assert.ok(typeof checkout.reference === 'string' && checkout.reference !== '', 'a reference')
      assert.deepEqual(Object.keys(checkout).sort(), ['reference', 'url'], 'nothing else')
    })()
  })

  test('gives the same checkout for the same order, later and at the same time', async () => {
    const order = kitOrder()
    await on(good(order), async ({ provider }) => {
      const first = await provider.createCheckout(order, noSignal())
      const more = await Promise.all([1, 2, 3].map(() => provider.createCheckout({ ...order }, noSignal())))
      for (const checkout of more) assert.deepEqual(checkout, first)
    })()
  })

  test('has a name that fits into an address', async () => {
    const order = kitOrder()
    await on(good(order), async ({ provider }) => {
      assert.match(provider.name, /^[a-z][a-z0-9-]{0,31}$/)
    })()
  })

  const unpayable: [string, Partial<PaymentOrder>][] = [
    ['nothing', { amountCents: 0 }],
    ['less than nothing', { amountCents: -900 }],
    ['half a cent', { amountCents: 900.5 }],
    ['no number', { amountCents: NaN }],
    ['more than can be counted', { amountCents: 2 ** 53 }],
    ['a price that is a text', { amountCents: '900' as unknown as number }],
    ['a currency that is none', { currency: 'rubies' }],
    ['an end that is no date', { expiresAt: new Date(NaN) }],
    ['a way back that is no web address', { successUrl: 'javascript:alert(1)' }],
    ['no id', { id: '' }],
    ['an id with a line break', { id: 'a\r\nx: y' }],
  ]
  test('asks nobody for what can not be paid for', async () => {
    for (const [what, changes] of unpayable) {
      const order = kitOrder(changes)
      await on(good(kitOrder()), async ({ provider, stage }) => {
        assert.equal((await refusal(provider.createCheckout(order, noSignal()))).code, 'bad_request', what)
        assert.equal(stage.calls.length, 0, `nobody is asked for ${what}`)
      })()
    }
  })

  test('asks nobody when the signal has fired before', async () => {
    const order = kitOrder()
    await on(good(order), async ({ provider, stage }) => {
      const late = 'the provider did not end'
      await within(promptMs, late, refusal(provider.createCheckout(order, AbortSignal.abort())))
      const asked = { id: order.id, reference: 'kit_ref_1' }
      await within(promptMs, late, refusal(provider.lookUpOrder(asked, AbortSignal.abort())))
      assert.equal(stage.calls.length, 0, 'no call to the upstream')
    })()
  })

  if (upstream) return
  registerOwnCases(options, bring)
}

/** For a provider that is its own upstream. */
function registerOwnCases(options: PaymentProviderSuiteOptions, bring: PaymentProviderSuiteOptions['bring']): void {
  const { test, on } = runner(options)
  const nobody: Script = { contentType: 'text/plain', steps: ['ok'] }

  test(
    'gives another order another checkout',
    on(nobody, async ({ provider }) => {
      const [one, two] = [
        await provider.createCheckout(kitOrder(), noSignal()),
        await provider.createCheckout(kitOrder(), noSignal()),
      ]
      assert.notEqual(one.url, two.url)
      assert.notEqual(one.reference, two.reference)
    })
  )

  test(
    'refuses the same order with another price',
    on(nobody, async ({ provider }) => {
      const order = kitOrder()
      await provider.createCheckout(order, noSignal())
      const other = provider.createCheckout({ ...order, amountCents: 1 }, noSignal())
      assert.equal((await refusal(other)).code, 'bad_request')
    })
  )

  test(
    'gives null for a checkout that it does not know, and for one of another order',
    on(nobody, async ({ provider }) => {
      const [mine, other] = [kitOrder(), kitOrder()]
      const { reference } = await provider.createCheckout(mine, noSignal())
      await provider.createCheckout(other, noSignal())
      for (const unknown of ['', 'nonsense', '../../etc/passwd', `${reference}x`])
        assert.equal(await provider.lookUpOrder({ id: mine.id, reference: unknown }, noSignal()), null)
      assert.equal(await provider.lookUpOrder({ id: other.id, reference }, noSignal()), null)
      assert.equal(await provider.lookUpOrder({ id: kitOrder().id, reference }, noSignal()), null)
    })
  )

  const standings: (PaymentStatus | 'refunded')[] = ['open', 'pending', 'paid', 'failed', 'expired', 'refunded']
  for (const to of standings) {
    if (!bring) break
    test(
      `looks up an order that is ${to}`,
      on(nobody, async ({ provider }) => {
        const order = kitOrder()
        const { reference } = await provider.createCheckout(order, noSignal())
        await bring(provider, order, to)
        const standing = await provider.lookUpOrder({ id: order.id, reference }, noSignal())
        assert.ok(standing, 'it is known')
        const paid = to === 'paid' || to === 'refunded'
        assert.equal(standing.status, to === 'refunded' ? 'paid' : to)
        assert.equal(standing.amountCents, paid ? order.amountCents : null)
        assert.equal(standing.currency, paid ? order.currency : null)
        assert.equal(standing.refundedCents, to === 'refunded' ? order.amountCents : 0)
        if (paid) assert.ok(standing.paymentReference, 'a payment has a name')
      })
    )
  }
}
