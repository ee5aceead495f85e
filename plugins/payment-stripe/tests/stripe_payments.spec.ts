import { test } from '@japa/runner'
import Stripe from 'stripe'
import { ProviderError } from '../../contract/errors.ts'
import { kitOrder } from '../../kits/payment_kit.ts'
import { WebhookRefused } from '../../contract/payment.ts'
import { stripePayments } from '../index.ts'
import { LocalStripe } from './local_stripe.ts'
import { stripeEvent, stripeObject } from './objects.ts'
import { refundOf, sessionOf } from './framing.ts'

const secretKey = 'sk_test_local_0123456789'
const webhookSecret = 'whsec_local_0123456789'
const noSignal = () => new AbortController().signal
const failure = async (call: Promise<unknown>): Promise<ProviderError> =>
  call.then(
    () => Promise.reject(new Error('nothing was thrown')),
    (error: ProviderError) => error
  )

test.group('payment-stripe | against a local server', (group) => {
  let stripe: LocalStripe
  group.each.setup(async () => {
    stripe = await new LocalStripe(secretKey).open()
    return () => stripe.close()
  })
  const provider = (changes: Partial<Parameters<typeof stripePayments>[0]> = {}) =>
    stripePayments({ secretKey, webhookSecret, apiBase: stripe.apiBase, ...changes })

  test('creates a checkout session for exactly the order, with a pinned API version', async ({ assert }) => {
    const order = kitOrder()
    const checkout = await provider().createCheckout(order, noSignal())
    assert.deepEqual(checkout, { url: 'https://checkout.stripe.com/c/pay/cs_test_1', reference: 'cs_test_1' })
    const [{ method, url, headers, body }] = stripe.seen as [(typeof stripe.seen)[0]]
    assert.equal(`${method} ${url}`, 'POST /v1/checkout/sessions')
    assert.deepEqual(Object.fromEntries(new URLSearchParams(body)), {
      mode: 'payment',
      client_reference_id: order.id,
      'metadata[order_id]': order.id,
      'payment_intent_data[metadata][order_id]': order.id,
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'usd',
      'line_items[0][price_data][unit_amount]': '900',
      'line_items[0][price_data][product_data][name]': order.title,
      'adaptive_pricing[enabled]': 'false',
      success_url: order.successUrl,
      cancel_url: order.cancelUrl,
      expires_at: String(order.expiresAt.getTime() / 1000),
      customer_email: order.email,
    })
    assert.equal(headers['stripe-version'], '2026-10-28.endive')
    assert.equal(headers['stripe-version'], Stripe.API_VERSION)
    assert.equal(headers['idempotency-key'], order.id)
    assert.equal(headers['content-type'], 'application/x-www-form-urlencoded')
    assert.equal(Number(headers['content-length']), Buffer.byteLength(body))
  })

  test('sends no telemetry or platform data, and prints nothing', async ({ assert }) => {
    const warnings: unknown[] = []
    const record = (warning: unknown) => warnings.push(warning)
    process.on('warning', record)
    const payments = provider()
    for (let n = 0; n < 3; n++) await payments.createCheckout(kitOrder(), noSignal())
    await new Promise((resolve) => setImmediate(resolve))
    process.off('warning', record)
    assert.deepEqual(warnings, [])
    for (const { headers } of stripe.seen) {
      assert.notProperty(headers, 'x-stripe-client-telemetry')
      assert.notProperty(JSON.parse(String(headers['x-stripe-client-user-agent'])), 'platform')
    }
  })

  test('creates one session per order, however often it is called', async ({ assert }) => {
    const order = kitOrder()
    const payments = provider()
    const all = await Promise.all([1, 2, 3, 4, 5].map(() => payments.createCheckout(order, noSignal())))
    assert.equal(new Set(all.map((checkout) => checkout.reference)).size, 1)
    assert.equal(stripe.sessions.size, 1)
    const dearer = await failure(payments.createCheckout({ ...order, amountCents: 901 }, noSignal()))
    assert.equal(dearer.code, 'bad_request')
    assert.equal(stripe.sessions.size, 1)
  })

  test('reports an order from checkout to refund', async ({ assert }) => {
    const order = kitOrder()
    const payments = provider()
    const { reference } = await payments.createCheckout(order, noSignal())
    const asked = { id: order.id, reference }
    assert.equal((await payments.lookUpOrder(asked, noSignal()))?.status, 'open')

    const delivery = stripe.pay(reference, webhookSecret)
    const [event] = payments.verifyWebhook(delivery)
    const paymentReference = 'pi_3PaBcDeFgHiJkLmN0'
    assert.containSubset(event, {
      type: 'paid',
      orderId: order.id,
      paymentReference,
      amountCents: 900,
      currency: 'usd',
    })
    const paid = { status: 'paid', paymentReference, amountCents: 900, currency: 'usd', refundedCents: 0 } as const
    assert.deepEqual(await payments.lookUpOrder(asked, noSignal()), paid)

    stripe.refund(reference, 900)
    assert.deepEqual(await payments.lookUpOrder(asked, noSignal()), { ...paid, refundedCents: 900 })
    assert.isNull(await payments.lookUpOrder({ id: order.id, reference: 'cs_test_999' }, noSignal()))
  })

  test('reports failed refunds and disputes, and requests disputes only when there are some', async ({ assert }) => {
    const order = kitOrder()
    const payments = provider()
    const { reference } = await payments.createCheckout(order, noSignal())
    const asked = { id: order.id, reference }
    stripe.pay(reference, webhookSecret)
    stripe.refund(reference, 900)
    stripe.failRefund(reference, 're_1', 900)
    const failedRefunds = [{ refundId: 're_1', amountCents: 900, currency: 'usd' }]
    const reported = await payments.lookUpOrder(asked, noSignal())
    assert.deepInclude(reported, { refundedCents: 0, failedRefunds })
    assert.notProperty(reported, 'disputes')
    assert.lengthOf(
      stripe.seen.filter(({ url }) => url.startsWith('/v1/disputes')),
      0
    )
    for (const [status, state] of [
      ['needs_response', 'open'],
      ['under_review', 'open'],
      ['won', 'won'],
      ['lost', 'lost'],
    ] as const) {
      stripe.dispute(reference, 'dp_1', status)
      const disputes = [{ disputeId: 'dp_1', state, amountCents: 900, currency: 'usd' }]
      assert.deepEqual((await payments.lookUpOrder(asked, noSignal()))?.disputes, disputes)
    }
    stripe.dispute(reference, 'dp_1', 'warning_needs_response')
    assert.notProperty(await payments.lookUpOrder(asked, noSignal()), 'disputes')
  })

  test('cancels a call after timeoutMs', async ({ assert }) => {
    stripe.silent = true
    const { code, message } = await failure(provider({ timeoutMs: 60 }).createCheckout(kitOrder(), noSignal()))
    assert.equal(code, 'timeout')
    assert.match(message, /60 ms/)
    assert.equal(stripe.seen.length, 1)
  })

  test('reports a wrong key without quoting it', async ({ assert }) => {
    const { code, message } = await failure(
      provider({ secretKey: 'sk_wrong_1' }).createCheckout(kitOrder(), noSignal())
    )
    assert.equal(code, 'unauthorized')
    assert.notInclude(message, 'sk_')
  })

  test('leaves the limits of expires_at to Stripe', async ({ assert }) => {
    for (const minutes of [5, 25 * 60]) {
      const order = kitOrder({ expiresAt: new Date(Date.now() + minutes * 60_000) })
      assert.equal((await failure(provider().createCheckout(order, noSignal()))).code, 'bad_request')
    }
    assert.equal(stripe.sessions.size, 0)
  })
})

test.group('payment-stripe | settings', () => {
  test('refuses invalid settings and quotes no secret')
    .with([
      { secretKey: '' },
      { secretKey: ' ' },
      { secretKey: 'sk_quoted\n' },
      { webhookSecret: '' },
      { webhookSecret: 'whsec_quoted x' },
      { apiBase: 'api.stripe.com' },
      { apiBase: 'ftp://quoted.test' },
      { apiBase: 'https://api.stripe.com/v1' },
      { apiBase: 'https://user:quoted@api.stripe.com' },
    ])
    .run(({ assert }, changes) => {
      try {
        stripePayments({ secretKey, webhookSecret, ...changes })
      } catch (error) {
        assert.instanceOf(error, ProviderError)
        assert.equal((error as ProviderError).code, 'misconfigured')
        return assert.notMatch((error as Error).message, /quoted/)
      }
      assert.fail('it was accepted')
    })

  test('calls Stripe itself by default', async ({ assert }) => {
    const urls: string[] = []
    const payments = stripePayments(
      { secretKey, webhookSecret },
      {
        transport: async ({ url }) => {
          urls.push(url)
          throw new ProviderError('unavailable', 'No network here.')
        },
      }
    )
    assert.equal((await failure(payments.createCheckout(kitOrder(), noSignal()))).code, 'unavailable')
    assert.deepEqual(urls, ['https://api.stripe.com/v1/checkout/sessions'])
  })
})

test.group('payment-stripe | events', () => {
  const payments = stripePayments({ secretKey, webhookSecret })
  const verify = (payload: string) =>
    payments.verifyWebhook({
      headers: { 'stripe-signature': Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret }) },
      rawBody: Buffer.from(payload),
      receivedAt: new Date(),
    })
  const session = (changes = {}) => stripeObject('checkout_session', { status: 'complete', ...changes })
  const paid = { payment_status: 'paid', payment_intent: 'pi_1' }

  test('translates event types')
    .with([
      ['checkout.session.completed', session(paid), 'paid'],
      ['checkout.session.completed', session({ ...paid, payment_intent: { id: 'pi_1' } }), 'paid'],
      ['checkout.session.completed', session({ payment_status: 'unpaid' }), 'pending'],
      ['checkout.session.async_payment_succeeded', session(paid), 'paid'],
      ['checkout.session.async_payment_failed', session(), 'failed'],
      ['checkout.session.expired', session({ status: 'expired' }), 'expired'],
      ['checkout.session.completed', session({ ...paid, client_reference_id: null }), 'paid'],
      ['charge.refunded', stripeObject('charge', { amount_refunded: 900 }), 'refunded'],
      ['refund.failed', refundOf('re_1', 900, 'usd'), 'refund_failed'],
      ['refund.updated', refundOf('re_1', 900, 'usd'), 'refund_failed'],
      ['charge.refund.updated', refundOf('re_1', 900, 'usd'), 'refund_failed'],
      ['refund.updated', refundOf('re_1', 900, 'usd', 'canceled'), 'refund_failed'],
      ['charge.dispute.created', stripeObject('dispute'), 'disputed'],
      ['charge.dispute.created', stripeObject('dispute', { status: 'under_review' }), 'disputed'],
      ['charge.dispute.funds_withdrawn', stripeObject('dispute'), 'disputed'],
      ['charge.dispute.funds_reinstated', stripeObject('dispute', { status: 'won' }), 'dispute_won'],
      ['charge.dispute.closed', stripeObject('dispute', { status: 'won' }), 'dispute_won'],
      ['charge.dispute.closed', stripeObject('dispute', { status: 'lost' }), 'dispute_lost'],
    ] as const)
    .run(({ assert }, [type, object, word]) => {
      assert.deepEqual(
        verify(stripeEvent(type, object)).map((event) => event.type),
        [word]
      )
    })

  test('ignores events that move no money or do not belong to the shop')
    .with([
      ['charge.dispute.created', stripeObject('dispute', { status: 'warning_needs_response' })],
      ['charge.dispute.closed', stripeObject('dispute', { status: 'warning_closed' })],
      ['charge.dispute.created', stripeObject('dispute', { status: 'prevented' })],
      ['charge.dispute.closed', stripeObject('dispute', { status: 'prevented' })],
      ['charge.dispute.updated', stripeObject('dispute')],
      ['charge.dispute.created', stripeObject('dispute', { payment_intent: null })],
      ['charge.refunded', stripeObject('charge', { payment_intent: null, metadata: {} })],
      ['charge.refund.updated', { id: 're_1', object: 'refund' }],
      ['refund.updated', refundOf('re_1', 900, 'usd', 'succeeded')],
      ['refund.created', refundOf('re_1', 900, 'usd', 'pending')],
      ['refund.failed', { ...refundOf('re_1', 900, 'usd'), payment_intent: null }],
      ['checkout.session.completed', session({ ...paid, mode: 'subscription' })],
      ['checkout.session.completed', session({ ...paid, client_reference_id: null, metadata: {} })],
      ['payment_intent.succeeded', stripeObject('payment_intent')],
      ['checkout.session.something_new', session()],
    ] as const)
    .run(({ assert }, [type, object]) => assert.deepEqual(verify(stripeEvent(type, object)), []))

  test('reports the total refunded, not the last part', ({ assert }) => {
    const charge = stripeObject('charge', { amount_refunded: 700, previous: { amount_refunded: 300 } })
    const [event] = verify(stripeEvent('charge.refunded', charge))
    assert.containSubset(event, {
      type: 'refunded',
      refundedCents: 700,
      orderId: '0198c5a0-0000-7000-8000-00000000abcd',
    })
  })

  test('reports malformed for an event with missing fields')
    .with([
      stripeEvent('checkout.session.completed', session({ ...paid, amount_total: null })),
      stripeEvent('checkout.session.completed', session({ ...paid, currency: null })),
      stripeEvent('checkout.session.completed', session({ ...paid, payment_status: 'perhaps' })),
      stripeEvent('charge.dispute.created', stripeObject('dispute', { id: null })),
      stripeEvent('charge.refunded', stripeObject('charge', { amount_refunded: '900' })),
      stripeEvent('refund.failed', { ...refundOf('re_1', 900, 'usd'), id: null }),
      stripeEvent('refund.failed', { ...refundOf('re_1', 900, 'usd'), amount: null }),
      stripeEvent('checkout.session.completed', session(paid), { created: '1789999995' }),
      stripeEvent('checkout.session.completed', session(paid), { data: null }),
      JSON.stringify({ id: 'evt_1', object: 'v2.core.event', type: 'v1.billing.meter.error_report_triggered' }),
    ])
    .run(({ assert }, payload) => {
      try {
        verify(payload)
      } catch (error) {
        assert.instanceOf(error, WebhookRefused)
        return assert.equal((error as WebhookRefused).reason, 'malformed')
      }
      assert.fail('it was accepted')
    })
})

test.group('payment-stripe | state of an order', () => {
  const order = kitOrder()
  const lookUp = (changes: Record<string, unknown>) =>
    stripePayments(
      { secretKey, webhookSecret },
      {
        transport: async () => ({
          status: 200,
          headers: {},
          body: (async function* () {
            yield Buffer.from(JSON.stringify(sessionOf(order, changes)))
          })(),
        }),
      }
    ).lookUpOrder({ id: order.id, reference: 'cs_1' }, noSignal())
  const payment = (changes: Record<string, unknown>) => stripeObject('payment_intent', changes)

  test('is failed when the payment of a complete session is canceled', async ({ assert }) => {
    const reported = await lookUp({ status: 'complete', payment_intent: payment({ status: 'canceled' }) })
    assert.equal(reported?.status, 'failed')
  })

  test('is invalid_response for unknown or incomplete data')
    .with([
      { status: 'melted' },
      { status: 'complete', payment_status: 'perhaps' },
      { status: 'complete', payment_status: 'paid', payment_intent: payment({ latest_charge: 'ch_1' }) },
      { status: 'complete', payment_status: 'paid', amount_total: null },
      { object: 'checkout.something' },
    ])
    .run(async ({ assert }, changes) => {
      assert.equal((await failure(lookUp(changes))).code, 'invalid_response')
    })
})
