import { test } from '@japa/runner'
import Stripe from 'stripe'
import { cli } from '#cli/tests/support'
import { packs, welcomeRubies } from '#config/economy'
import { newId } from '#modules/kernel/ids'
import type { WebhookDelivery } from '#plugins/contract/payment'
import { LocalBtcpay } from '#plugins/payment-btcpay/tests/local_btcpay'
import { LocalStripe } from '#plugins/payment-stripe/tests/local_stripe'
import { stripeEvent, stripeObject } from '#plugins/payment-stripe/tests/objects'
import { Client } from '#tests/support/client'
import { testWithinOneDay } from '#tests/support/one_day'
import { startServer } from '#tests/support/server'
import { longRun } from '#tests/support/long_run'
import { waitUntil } from '#tests/support/wait_until'
import { limits, type RubyTransaction } from '../api.ts'
import { decide, deliver, deliverHalf, openShop, order, report } from './support_http.ts'

const setUp = async () => {
  const { server, db } = await openShop()
  const { url } = server
  const buyer = await new Client(url).register()
  const rubies = async () => (await buyer.get('/api/auth/user')).body.rubies as number
  const stateOf = async (orderId: string) => (await buyer.get(`/api/rubies/orders/${orderId}`)).body.state as string
  const history = async () =>
    ((await buyer.get('/api/rubies/transactions')).body as RubyTransaction[]).map(({ type, amount }) => [type, amount])
  /** Returns everything that a payment could change. */
  const everything = async () =>
    (
      await db.query(
        `SELECT (SELECT count(*) FROM ruby_transactions) AS transactions, (SELECT count(*) FROM ruby_debts) AS debts,
           (SELECT count(*) FROM ruby_orders) AS orders, (SELECT count(*) FROM payment_events) AS events,
           (SELECT md5(string_agg(o::text, ',' ORDER BY id)) FROM ruby_orders o) AS digest`
      )
    ).rows[0]
  return { server, db, url, buyer, rubies, stateOf, history, everything }
}

test.group('The shop', () => {
  test('shows its packs without a session', async ({ assert }) => {
    const { url } = await setUp()
    const { status, body } = await new Client(url).get('/api/rubies/packs')
    assert.equal(status, 200)
    assert.deepEqual(
      body,
      packs.map((pack) => ({ ...pack, isTest: true }))
    )
  })

  test('sells rubies on the sandbox’s page, which says that no money moves', async ({ assert }) => {
    const { buyer, rubies, stateOf, history } = await setUp()
    const { orderId, page } = await order(buyer)
    assert.equal(await stateOf(orderId), 'open')
    const checkout = await new Client(buyer.url).get(page)
    assert.equal(checkout.status, 200)
    assert.match(checkout.text, /no money moves/i)
    assert.include(checkout.headers['content-security-policy'], "script-src 'self'")
    const paid = await decide(buyer, page, 'pay')
    assert.equal(paid.status, 303)
    const back = new URL(paid.headers.location!)
    assert.equal(back.pathname + back.search, `/ruby-shop?checkout=success&order=${orderId}`)
    assert.equal(await stateOf(orderId), 'paid')
    assert.equal(await rubies(), welcomeRubies + 500)
    assert.deepEqual((await history())[0], ['purchase', 500])
    // A second click changes nothing.
    assert.equal((await decide(buyer, page, 'pay')).status, 303)
    assert.equal(await rubies(), welcomeRubies + 500)
  })

  test('reports that nothing was bought when the payment was declined or cancelled', async ({ assert }) => {
    const { buyer, rubies, stateOf } = await setUp()
    for (const [decision, state] of [
      ['decline', 'failed'],
      ['close', 'open'],
    ] as const) {
      const { orderId, page } = await order(buyer)
      const decided = await decide(buyer, page, decision)
      const back = new URL(decided.headers.location!)
      assert.equal(back.pathname + back.search, `/ruby-shop?checkout=cancelled&order=${orderId}`)
      assert.equal(await stateOf(orderId), state)
    }
    assert.equal(await rubies(), welcomeRubies)
  })

  test('shows an order to its owner only', async ({ assert }) => {
    const { buyer, url } = await setUp()
    const { orderId } = await order(buyer)
    const { body } = await buyer.get(`/api/rubies/orders/${orderId}`)
    const { createdAt, ...rest } = body
    assert.match(createdAt, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    const pack = { rubies: 500, priceCents: 900, currency: 'usd', isTest: true }
    assert.deepEqual(rest, { id: orderId, ...pack, state: 'open', paidAt: null })
    const another = await new Client(url).register()
    assert.equal((await another.get(`/api/rubies/orders/${orderId}`)).status, 404)
    assert.equal((await new Client(url).get(`/api/rubies/orders/${orderId}`)).status, 401)
    for (const id of [newId(), 'x', "1' or '1'='1"])
      assert.equal((await buyer.get(`/api/rubies/orders/${encodeURIComponent(id)}`)).status, 404, id)
  })

  test('requires a session', async ({ assert }) => {
    const { url } = await setUp()
    const refused = await new Client(url).post('/api/rubies/stripe-checkout', { rubyAmount: 500, price: 9 })
    assert.equal(refused.status, 401)
  })

  for (const body of [
    {},
    { rubyAmount: 500 },
    { price: 9 },
    { rubyAmount: 500, price: 0 },
    { rubyAmount: 500, price: -9 },
    { rubyAmount: 500, price: 8.99 },
    { rubyAmount: 500, price: 2 },
    { rubyAmount: 500, price: '9' },
    { rubyAmount: '500', price: 9 },
    { rubyAmount: 500.5, price: 9 },
    { rubyAmount: -500, price: 9 },
    { rubyAmount: 499, price: 9 },
    { rubyAmount: 1e308, price: 1e308 },
    { rubyAmount: 9_007_199_254_740_991, price: 9 },
    { rubyAmount: null, price: null },
    { rubyAmount: [500], price: [9] },
    { rubyAmount: { $gt: 0 }, price: 9 },
    { rubyAmount: true, price: true },
    [500, 9],
    '500 for 9',
    null,
  ])
    test(`returns 422 for ${JSON.stringify(body)}`, async ({ assert }) => {
      const { buyer, everything } = await setUp()
      const before = await everything()
      const refused = await buyer.post('/api/rubies/stripe-checkout', body)
      assert.equal(refused.status, 422, refused.text)
      assert.isString(refused.body.message)
      assert.deepEqual(await everything(), before)
    })

  for (const [what, rawBody, status] of [
    ['NaN', '{"rubyAmount":NaN,"price":NaN}', 400],
    ['a number beyond all numbers', '{"rubyAmount":1e999,"price":9}', 422],
  ] as const)
    test(`sells nothing for ${what}`, async ({ assert }) => {
      const { buyer } = await setUp()
      const refused = await buyer.call('/api/rubies/stripe-checkout', { method: 'POST', rawBody })
      assert.equal(refused.status, status)
    })

  test('has no page for an unknown checkout', async ({ assert }) => {
    const { url } = await setUp()
    for (const path of [
      `/payments/sandbox/${'0'.repeat(40)}`,
      '/payments/sandbox/..%2F..%2Fapp.key',
      '/payments/stripe/x',
      '/payments/x/y',
    ])
      assert.equal((await new Client(url).get(path)).status, 404, path)
  })
})

test.group('A payment webhook', () => {
  test('needs no session and is verified by its bytes, whatever its headers', async ({ assert }) => {
    const { buyer, url, rubies } = await setUp()
    let bought = 0
    for (const headers of [
      { 'content-type': 'application/json' },
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/x-www-form-urlencoded' },
      { 'content-type': 'application/json', 'sec-fetch-site': 'cross-site', origin: 'https://pay.example.test' },
      { 'content-type': 'application/json; charset=latin1' },
    ] as Record<string, string>[]) {
      const { orderId } = await order(buyer)
      // Parsing and re-serializing this would change its bytes.
      const body = `  ${JSON.stringify(report('paid', orderId)).replace('{', '{ "type" : "x", \n"e\\u0078tra":"é",')}\n`
      const taken = await deliver(url, body, { headers })
      assert.equal(taken.status, 200, JSON.stringify(headers) + taken.text)
      assert.deepEqual(taken.body, { received: 1 })
      assert.equal(await rubies(), welcomeRubies + 500 * ++bought)
    }
  })

  test('that arrives 20 times at once credits once and returns 200 each time', async ({ assert }) => {
    const { buyer, url, rubies, history } = await setUp()
    const { orderId } = await order(buyer)
    const paid = report('paid', orderId)
    const answers = await Promise.all(Array.from({ length: 20 }, () => deliver(url, paid)))
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
    assert.equal(await rubies(), welcomeRubies + 500)
    assert.deepEqual(await history(), [
      ['purchase', 500],
      ['welcome', welcomeRubies],
    ])
  })

  for (const [types, state, gained] of [
    [['refunded', 'paid'], 'refunded', 0],
    [['expired', 'paid'], 'paid', 500],
    [['paid', 'expired'], 'paid', 500],
    [['disputed', 'paid', 'dispute_won'], 'paid', 500],
    [['dispute_lost', 'disputed', 'paid'], 'disputed', 0],
    [['paid', 'pending', 'failed'], 'paid', 500],
  ] as const)
    test(`may arrive in any order: ${types.join(', ')} makes ${state}`, async ({ assert }) => {
      const { buyer, url, rubies, stateOf } = await setUp()
      const { orderId } = await order(buyer)
      for (const type of types) assert.equal((await deliver(url, report(type, orderId))).status, 200)
      assert.equal(await stateOf(orderId), state)
      assert.equal(await rubies(), welcomeRubies + gained)
    })

  test('of a refund takes the remaining rubies, and the rest from later credits', async ({ assert }) => {
    const { buyer, url, db, history, stateOf, rubies } = await setUp()
    const { orderId } = await order(buyer)
    await deliver(url, report('paid', orderId))
    await db.query(`SELECT ledger_post($1, -520, 'admin_deduction', 'Spent', 'spent')`, [buyer.user.id])
    await deliver(url, report('refunded', orderId))
    assert.equal(await stateOf(orderId), 'refunded')
    assert.equal(await rubies(), 0)
    assert.equal((await buyer.get('/api/auth/user')).body.rubyDebt, 470)
    const again = await order(buyer)
    await deliver(url, report('paid', again.orderId))
    assert.deepEqual((await history()).slice(0, 4), [
      ['debt_payment', -470],
      ['purchase', 500],
      ['refund', -30],
      ['admin_deduction', -520],
    ])
    assert.equal(await rubies(), 30)
  })

  test('that is forged, old, changed or truncated changes nothing, returns 400 and is logged without its body', async ({
    assert,
  }) => {
    const { server, buyer, url, everything } = await setUp()
    const { orderId } = await order(buyer)
    const paid = report('paid', orderId)
    const text = JSON.stringify(paid)
    const before = await everything()
    const minutes = (count: number) => new Date(Date.now() + count * 60_000)
    for (const [what, delivery] of [
      ['a changed body', { tampered: text.replace('900', '901') }],
      ['one more blank', { tampered: `${text} ` }],
      ['a body cut short', { tampered: text.slice(0, -1) }],
      ['no body', { tampered: '' }],
      ['another secret', { secret: 'not the secret of the sandbox' }],
      ['an old signature', { at: minutes(-6) }],
      ['a signature of tomorrow', { at: minutes(1_440) }],
      ['no signature', { headers: { 'sandbox-signature': '' } }],
      ['a signature that is none', { headers: { 'sandbox-signature': 't=1,v1=x' } }],
    ] as const) {
      const { length } = server.log()
      const refused = await deliver(url, text, delivery)
      assert.equal(refused.status, 400, what)
      assert.deepEqual(await everything(), before, what)
      const logged = () => server.log().slice(length)
      await waitUntil(what, () => /webhook refused.*\n/.test(logged()))
      assert.notInclude(logged(), orderId, what)
    }
    for (const malformed of ['', 'x', '[]', '{}', 'null', '{"type":"paid"}', Buffer.from([0xff, 0xfe])]) {
      assert.equal((await deliver(url, malformed)).status, 400)
      assert.deepEqual(await everything(), before)
    }
    await deliverHalf(url, paid)
    assert.deepEqual(await everything(), before)
  })

  test('about an unknown order or other terms changes nothing, returns 200 and is logged', async ({ assert }) => {
    const { server, buyer, url, everything } = await setUp()
    const { orderId } = await order(buyer)
    const before = await everything()
    for (const [what, body, reason] of [
      ['an unknown order', report('paid', newId()), 'unknown_order'],
      ['an id that is none', report('paid', 'cs_test_1'), 'unknown_order'],
      ['too little', report('paid', orderId, { amountCents: 200 }), 'wrong_amount'],
      ['too much', report('paid', orderId, { amountCents: 90_000 }), 'wrong_amount'],
      ['another currency', report('paid', orderId, { currency: 'jpy' }), 'wrong_currency'],
    ] as const) {
      const { length } = server.log()
      assert.equal((await deliver(url, body)).status, 200, what)
      assert.deepEqual(await everything(), before, what)
      const line = new RegExp(`"reason":"${reason}".*nothing was changed`)
      await waitUntil(what, () => line.test(server.log().slice(length)))
    }
  })

  test('is refused beyond a mebibyte, and for another provider', async ({ assert }) => {
    const { url } = await setUp()
    const large = await deliver(url, 'x'.repeat(1_100_000)).catch(() => null)
    if (large) assert.equal(large.status, 413)
    for (const provider of ['stripe', 'x', '..'])
      assert.include([404], (await deliver(url, report('paid', newId()), { provider })).status)
    assert.equal((await new Client(url).get('/api/webhooks/payments/sandbox')).status, 404)
  })
})

test.group('The calls of rewards', () => {
  testWithinOneDay('grant the daily reward once', async ({ assert }) => {
    const { buyer } = await setUp()
    assert.deepEqual((await buyer.get('/api/daily-reward/check')).body, { canClaim: true, nextClaimAt: null })
    const claimed = await Promise.all(Array.from({ length: 20 }, () => buyer.post('/api/daily-reward/claim')))
    assert.deepEqual([...new Set(claimed.map(({ status }) => status))], [200])
    assert.lengthOf(
      claimed.filter(({ body }) => body.success),
      1
    )
    for (const { body } of claimed) {
      assert.equal(body.rubies, welcomeRubies + 10)
      assert.isString(body.message)
    }
    const { body } = await buyer.get('/api/daily-reward/check')
    assert.isFalse(body.canClaim)
    assert.match(body.nextClaimAt, /T00:00:00\.000Z$/)
  })

  testWithinOneDay('grant the Discord reward once and mark the user as joined', async ({ assert }) => {
    const { buyer } = await setUp()
    assert.isFalse((await buyer.get('/api/auth/user')).body.discordJoined)
    const first = await buyer.post('/api/discord-reward')
    assert.equal(first.status, 200)
    assert.equal(first.body.rubies, welcomeRubies + 50)
    assert.equal((await buyer.post('/api/discord-reward')).status, 409)
    const { body } = await buyer.get('/api/auth/user')
    assert.isTrue(body.discordJoined)
    assert.equal(body.rubies, welcomeRubies + 50)
  })

  testWithinOneDay('require a session', async ({ assert }) => {
    const visitor = new Client((await setUp()).url)
    assert.equal((await visitor.get('/api/daily-reward/check')).status, 401)
    assert.equal((await visitor.post('/api/daily-reward/claim')).status, 401)
    assert.equal((await visitor.post('/api/discord-reward')).status, 401)
  })
})

test.group('A shop with other settings', (group) => {
  group.tap((each) => each.tags(longRun))
  const began = async (env: Record<string, string>) => {
    const server = await startServer({ env })
    return { server, buyer: await new Client(server.url).register() }
  }
  const pack = { rubyAmount: 100, price: 2 }

  test('sells nothing in production without a provider, and accepts no webhook', async ({ assert }) => {
    const { server, buyer } = await began({ NODE_ENV: 'production' })
    const refused = await buyer.post('/api/rubies/stripe-checkout', pack)
    assert.equal(refused.status, 503)
    assert.equal(refused.body.code, 'payments_not_configured')
    assert.equal((await buyer.post('/api/rubies/stripe-checkout', { rubyAmount: 1, price: 1 })).status, 422)
    assert.equal((await deliver(server.url, report('paid', newId()))).status, 404)
    assert.equal((await buyer.get('/api/rubies/packs')).status, 200)
    await server.stop()
  })

  test('uses the sandbox in production when configured', async ({ assert }) => {
    const { server, buyer } = await began({ NODE_ENV: 'production', PAYMENTS_SANDBOX: 'true' })
    assert.equal((await buyer.post('/api/rubies/stripe-checkout', pack)).status, 200)
    await server.stop()
  })

  test('refuses the sandbox at a public address unless configured', async ({ assert }) => {
    for (const APP_URL of ['https://facet.example', 'http://9.9.9.9:3333']) {
      const { server, buyer } = await began({ APP_URL })
      const refused = await buyer.post('/api/rubies/stripe-checkout', pack)
      assert.equal(refused.status, 503, refused.text)
      assert.equal(refused.body.code, 'payments_not_configured')
      assert.equal((await deliver(server.url, report('paid', newId()))).status, 404)
      await server.stop()
    }
    const asked = await began({ APP_URL: 'https://facet.example', PAYMENTS_SANDBOX: 'true' })
    assert.equal((await asked.buyer.post('/api/rubies/stripe-checkout', pack)).status, 200)
    await asked.server.stop()
  })

  test('returns 503 when Stripe is unreachable, and rejects the sandbox’s signatures', async ({ assert }) => {
    const { server, buyer } = await began({
      STRIPE_SECRET_KEY: 'sk_test_secret',
      STRIPE_WEBHOOK_SECRET: 'whsec_secret',
      STRIPE_API_BASE: 'http://127.0.0.1:1',
    })
    const refused = await buyer.post('/api/rubies/stripe-checkout', pack)
    assert.equal(refused.status, 503, refused.text)
    assert.equal(refused.body.code, 'payment_provider_unavailable')
    assert.isAbove(Number(refused.headers['retry-after']), 0)
    assert.equal((await deliver(server.url, report('paid', newId()))).status, 404)
    assert.equal((await deliver(server.url, report('paid', newId()), { provider: 'stripe' })).status, 400)
    assert.notInclude(server.log(), 'sk_test_secret')
    assert.notInclude(server.log(), 'whsec_secret')
    await server.stop()
  })

  test('sells with Stripe: its page, 20 signed webhooks, a lost webhook, a refund', async ({ assert }) => {
    const webhookSecret = 'whsec_of_the_shops_tests'
    const stripe = await new LocalStripe('sk_test_shop').open()
    const env = {
      STRIPE_SECRET_KEY: 'sk_test_shop',
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_BASE: stripe.apiBase,
    }
    const { server, buyer } = await began(env)
    const rubies = async () => (await buyer.get('/api/auth/user')).body.rubies
    const deliverStripe = ({ headers, rawBody }: Pick<WebhookDelivery, 'headers' | 'rawBody'>) =>
      new Client(server.url).call('/api/webhooks/payments/stripe', {
        method: 'POST',
        rawBody: Buffer.from(rawBody),
        headers,
      })

    const [first, second] = [
      await buyer.post('/api/rubies/stripe-checkout', pack),
      await buyer.post('/api/rubies/stripe-checkout', pack),
    ]
    assert.equal(first.body.checkoutUrl, 'https://checkout.stripe.com/c/pay/cs_test_1')
    const delivery = stripe.pay('cs_test_1', webhookSecret)
    const answers = await Promise.all(Array.from({ length: 20 }, () => deliverStripe(delivery)))
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
    assert.equal(await rubies(), welcomeRubies + 100)

    stripe.pay('cs_test_2', 'a webhook that goes nowhere')
    const session = stripe.sessions.get('cs_test_2')!
    session['payment_intent'] = { ...(session['payment_intent'] as object), id: 'pi_second' }
    const asked = await cli(['reconcile-orders', '--json'], { databaseUrl: server.databaseUrl, env })
    assert.equal(asked.code, 0, asked.err)
    assert.deepEqual(asked.json.orders, [
      { orderId: second.body.orderId, provider: 'stripe', before: 'open', after: 'paid', outcome: 'asked' },
    ])
    const refund = stripeEvent(
      'charge.refunded',
      stripeObject('charge', { amount: 200, amount_refunded: 100, metadata: { order_id: first.body.orderId } }),
      { id: 'evt_refund' }
    )
    const header = Stripe.webhooks.generateTestHeaderString({ payload: refund, secret: webhookSecret })
    const refundDelivery = { headers: { 'stripe-signature': header }, rawBody: Buffer.from(refund) }
    assert.equal((await deliverStripe(refundDelivery)).status, 200)
    assert.equal(await rubies(), welcomeRubies + 150)
    await Promise.all([server.stop(), stripe.close()])
  })

  test('sells with a BTCPay Server: a webhook that is looked up, late and repeated ones, a lost one', async ({
    assert,
  }) => {
    const settings = { storeId: 'store1', apiKey: 'key_of_the_store', webhookSecret: 'secret_of_the_webhook' }
    const btcpay = await new LocalBtcpay(settings).open()
    const env = {
      BTCPAY_URL: btcpay.baseUrl,
      BTCPAY_STORE: settings.storeId,
      BTCPAY_API_KEY: settings.apiKey,
      BTCPAY_WEBHOOK_SECRET: settings.webhookSecret,
    }
    const { server, buyer } = await began(env)
    const rubies = async () => (await buyer.get('/api/auth/user')).body.rubies
    const buy = async () => {
      const { body } = await buyer.post('/api/rubies/stripe-checkout', pack)
      return { orderId: body.orderId as string, id: (body.checkoutUrl as string).split('/').at(-1)! }
    }
    const deliverBtcpay = async ({ rawBody, headers }: { rawBody: Buffer; headers: Record<string, string> }) => {
      const path = '/api/webhooks/payments/btcpay'
      return (await new Client(server.url).call(path, { method: 'POST', rawBody, headers })).status
    }
    const stateOf = async (orderId: string) => (await buyer.get(`/api/rubies/orders/${orderId}`)).body.state

    const first = await buy()
    const settled = btcpay.delivery(first.id, 'InvoiceSettled')
    // A webhook without a payment at BTCPay credits nothing.
    assert.equal(await deliverBtcpay(settled), 200)
    assert.deepEqual([await stateOf(first.orderId), await rubies()], ['open', welcomeRubies])
    btcpay.change(first.id, 'Processing')
    assert.equal(await deliverBtcpay(btcpay.delivery(first.id, 'InvoiceProcessing')), 200)
    assert.equal(await stateOf(first.orderId), 'pending')
    btcpay.change(first.id, 'Settled', 'PaidOver')
    const answers = await Promise.all(Array.from({ length: 10 }, () => deliverBtcpay(settled)))
    assert.deepEqual([...new Set(answers)], [200])
    assert.deepEqual([await stateOf(first.orderId), await rubies()], ['paid', welcomeRubies + 100])
    assert.equal(await deliverBtcpay({ ...settled, headers: { 'btcpay-sig': 'sha256=0' } }), 400)

    const late = await buy()
    btcpay.change(late.id, 'Expired', 'PaidLate')
    assert.equal(await deliverBtcpay(btcpay.delivery(late.id, 'InvoiceExpired')), 200)
    assert.deepEqual([await stateOf(late.orderId), await rubies()], ['expired', welcomeRubies + 100])
    btcpay.change(late.id, 'Settled', 'Marked')
    assert.equal(await deliverBtcpay(btcpay.delivery(late.id, 'InvoiceSettled')), 200)
    assert.deepEqual([await stateOf(late.orderId), await rubies()], ['paid', welcomeRubies + 200])

    const cheaper = await buy()
    Object.assign(btcpay.invoices.get(cheaper.id)!, { status: 'Settled', amount: '1.00' })
    assert.equal(await deliverBtcpay(btcpay.delivery(cheaper.id, 'InvoiceSettled')), 200)
    assert.deepEqual([await stateOf(cheaper.orderId), await rubies()], ['open', welcomeRubies + 200])

    const lost = await buy()
    btcpay.change(lost.id, 'Settled')
    const asked = await cli(['reconcile-orders', '--json'], { databaseUrl: server.databaseUrl, env })
    assert.deepInclude(asked.json.orders, {
      orderId: lost.orderId,
      provider: 'btcpay',
      before: 'open',
      after: 'paid',
      outcome: 'asked',
    })
    const unanswered = btcpay.delivery(cheaper.id, 'InvoiceSettled')
    await btcpay.close()
    assert.equal(await deliverBtcpay(unanswered), 503)
    for (const secret of [settings.apiKey, settings.webhookSecret]) assert.notInclude(server.log(), secret)
    await server.stop()
  })

  test('does not start with half of BTCPay’s settings, or with two providers', async ({ assert }) => {
    await assert.rejects(
      () => startServer({ env: { BTCPAY_URL: 'https://pay.example.test' } }),
      /BTCPAY_STORE is missing/
    )
    const [stripe, btcpay] = [
      { STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_WEBHOOK_SECRET: 'whsec_x' },
      { BTCPAY_URL: 'https://pay.example.test', BTCPAY_STORE: 'x', BTCPAY_API_KEY: 'x', BTCPAY_WEBHOOK_SECRET: 'x' },
    ]
    await assert.rejects(() => startServer({ env: { ...stripe, ...btcpay } }), /choose one payment provider/)
  })

  test('grants one network 500 free rubies a day, and no welcome rubies to an e-mail that had an account', async ({
    assert,
  }) => {
    const { server } = await began({ RATE_LIMITS: 'on', TRUST_PROXY: 'true' })
    const from = (address: string) => ({ 'x-forwarded-for': address })
    const registered = async (address: string, email = `${newId()}@example.test`) => {
      const client = new Client(server.url)
      const body = { email, password: 'correct horse' }
      const answer = await client.call('/api/register', { method: 'POST', body, headers: from(address) })
      assert.equal(answer.status, 201, answer.text)
      return { client, email, rubies: answer.body.rubies as number }
    }
    const all = await Promise.all(Array.from({ length: 12 }, (_, n) => registered(`203.0.113.${n}`)))
    assert.equal(
      all.reduce((sum, { rubies }) => sum + rubies, 0),
      500
    )
    const { client } = all[0]!
    const claim = (path: string, address: string) =>
      client.call(path, { method: 'POST', headers: { ...from(address), 'sec-fetch-site': 'same-origin' } })
    const daily = await claim('/api/daily-reward/claim', '203.0.113.99')
    assert.equal(daily.status, 200)
    assert.deepInclude(daily.body, { success: false, code: 'network_limit' })
    const discord = await claim('/api/discord-reward', '203.0.113.99')
    assert.deepEqual([discord.status, discord.body.code], [429, 'network_limit'])
    assert.isTrue((await claim('/api/daily-reward/claim', '203.0.114.1')).body.success)

    const leaving = await registered('198.51.100.1')
    assert.equal(leaving.rubies, 50)
    const left = await leaving.client.call('/api/user', {
      method: 'DELETE',
      body: { currentPassword: 'correct horse' },
    })
    assert.equal(left.status, 200, left.text)
    assert.equal((await registered('198.51.100.2', leaving.email)).rubies, 0)
    await server.stop()
  })

  test('does not start with half of Stripe’s settings, and names the missing ones', async ({ assert }) => {
    await assert.rejects(
      () => startServer({ env: { STRIPE_SECRET_KEY: 'sk_test_x' } }),
      /STRIPE_WEBHOOK_SECRET is missing/
    )
  })

  test('refuses the Discord reward to non-members where Discord is asked', async ({ assert }) => {
    const discord = { DISCORD_CLIENT_ID: '1', DISCORD_CLIENT_SECRET: 'x', DISCORD_GUILD_ID: '2' }
    const { server, buyer } = await began({ ...discord, RATE_LIMITS: 'on' })
    const unseen = await buyer.post('/api/discord-reward')
    assert.deepEqual([unseen.status, unseen.body.code], [403, 'not_a_member'])
    assert.isFalse((await buyer.get('/api/auth/user')).body.discordJoined)

    for (let count = 0; count < limits.checkoutsPerHour; count++)
      assert.equal((await buyer.post('/api/rubies/stripe-checkout', pack)).status, 200)
    const refused = await buyer.post('/api/rubies/stripe-checkout', pack)
    assert.equal(refused.status, 429)
    assert.isAbove(Number(refused.headers['retry-after']), 3_000)
    await server.stop()
  })
})
