import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { test } from '@japa/runner'
import { longRun } from '#tests/support/long_run'
import { ProviderError } from '../../contract/errors.ts'
import type { PageAnswer, PaymentOrder } from '../../contract/payment.ts'
import { kitOrder } from '../../kits/payment_kit.ts'
import { sandboxPayments, type SandboxPayments, type SandboxPaymentsOptions } from '../index.ts'
import { Shop } from './shop.ts'

const secret = 'sandbox-secret-0123456789'
const noSignal = () => new AbortController().signal
const failure = async (call: Promise<unknown>): Promise<ProviderError> =>
  call.then(
    () => Promise.reject(new Error('nothing was thrown')),
    (error: ProviderError) => error
  )

let shop: Shop
let folder: string
let now: Date | null

/** Creates a new shop, folder and clock for each test. */
async function stage() {
  shop = await new Shop().open()
  folder = mkdtempSync(join(tmpdir(), 'sandbox-'))
  now = null
  return async () => {
    await shop.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function sandbox(changes: Partial<SandboxPaymentsOptions> = {}): SandboxPayments {
  const payments = sandboxPayments({
    webhookUrl: shop.url,
    baseUrl: 'http://shop.test/pay',
    secret,
    folder,
    now: () => now ?? new Date(),
    pausesMs: [1, 2],
    ...changes,
  })
  shop.trust(payments)
  return payments
}

async function startCheckout(payments: SandboxPayments, changes: Partial<PaymentOrder> = {}) {
  const order = kitOrder(changes)
  const { url, reference } = await payments.createCheckout(order, noSignal())
  const path = new URL(url).pathname.slice('/pay'.length)
  return {
    order,
    path,
    show: () => payments.page({ method: 'GET', path, form: {} }),
    click: (decision: string) => payments.page({ method: 'POST', path, form: { decision } }),
    reported: () => payments.lookUpOrder({ id: order.id, reference }, noSignal()),
  }
}

const htmlOf = (answer: PageAnswer | null): { html: string; status: number } => {
  if (answer === null || !('html' in answer)) throw new Error('no page')
  return answer
}

test.group('payment-sandbox | the page', (group) => {
  group.each.setup(stage)

  test('shows that it is a test, the title and the amount', async ({ assert }) => {
    const { show } = await startCheckout(sandbox(), { title: '500 rubies' })
    const { html, status } = htmlOf(await show())
    assert.equal(status, 200)
    for (const text of [
      'Test payment',
      'no money moves',
      '500 rubies',
      '$9.00',
      'Decline the payment',
      'Close without',
    ])
      assert.include(html, text)
  })

  test('has no script and no external resources', async ({ assert }) => {
    const { html } = htmlOf(await (await startCheckout(sandbox())).show())
    assert.notMatch(html, /<script|<link|<img|<iframe|\son\w+=|\sstyle=|javascript:|url\(|@import/i)
    assert.lengthOf(html.match(/<style>/g)!, 1)
    assert.lengthOf(html.match(/<form method="post">/g)!, 1)
  })

  test('escapes all input', async ({ assert }) => {
    const mark = `"><script>alert('1')</script>&amp;`
    const { show, click } = await startCheckout(sandbox(), {
      title: mark,
      cancelUrl: `https://shop.test/?a=1&b='"><script>`,
    })
    const open = htmlOf(await show()).html
    await click('decline')
    for (const html of [open, htmlOf(await show()).html]) {
      assert.notInclude(html, '<script')
      assert.include(html, '&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;amp;')
    }
  })

  test('formats amounts for their currency')
    .with([
      ['usd', 123456, '$1,234.56'],
      ['jpy', 900, '¥900'],
      ['kwd', 1234, 'KWD&nbsp;1.234'],
    ] as const)
    .run(async ({ assert }, [currency, amountCents, written]) => {
      const { show } = await startCheckout(sandbox(), { currency, amountCents })
      assert.include(htmlOf(await show()).html.replaceAll('\u00a0', '&nbsp;'), `Pay ${written}`)
    })

  test('has a URL that can not be guessed from the order', async ({ assert }) => {
    const payments = sandbox()
    const { order, path } = await startCheckout(payments)
    const other = await startCheckout(sandbox({ secret: 'another-secret-0123456789' }), order)
    assert.match(path, /^\/[0-9a-f]{40}$/)
    assert.notEqual(other.path, path)
    assert.notInclude(path, order.id)
    // The token can't be guessed from the order's other ids either, which are less secret.
    const { reference } = await payments.createCheckout(order, noSignal())
    const { event } = await payments.events.pay(order.id)
    for (const name of [reference, event.eventId, event.paymentReference!])
      for (const hex of name.match(/[0-9a-f]{16,}/g)!) assert.notInclude(path, hex.slice(0, 16))
  })

  test('returns null for any other path', async ({ assert }) => {
    const payments = sandbox()
    const { path } = await startCheckout(payments)
    const others = ['/', '', `${path}/`, `${path}0`, path.slice(0, -1), `/${'0'.repeat(40)}`, '/../..', `/x${path}`]
    for (const other of [...others, path.toUpperCase(), `${path}/0.json`])
      for (const method of ['GET', 'POST'] as const)
        assert.isNull(await payments.page({ method, path: other, form: { decision: 'pay' } }), other)
    assert.equal(shop.deliveries, 0)
  })

  test('shows the page again when the form has no decision', async ({ assert }) => {
    const { click, reported } = await startCheckout(sandbox())
    for (const decision of ['', 'PAY', 'refund', 'constructor']) {
      const { html, status } = htmlOf(await click(decision))
      assert.equal(status, 422)
      assert.include(html, 'Pay $9.00')
    }
    assert.equal((await reported())?.status, 'open')
    assert.equal(shop.deliveries, 0)
  })
})

test.group('payment-sandbox | decisions', (group) => {
  group.each.setup(stage)

  test('Pay sends a signed webhook and redirects to success', async ({ assert }) => {
    const { order, click, reported } = await startCheckout(sandbox())
    assert.deepEqual(await click('pay'), { redirectTo: order.successUrl })
    assert.containSubset(shop.events, [{ type: 'paid', orderId: order.id, amountCents: 900, currency: 'usd' }])
    const { paymentReference } = shop.events[0]!
    assert.deepEqual(await reported(), {
      status: 'paid',
      paymentReference,
      amountCents: 900,
      currency: 'usd',
      refundedCents: 0,
    })
  })

  test('Decline sends a webhook and redirects back', async ({ assert }) => {
    const { order, click, reported } = await startCheckout(sandbox())
    assert.deepEqual(await click('decline'), { redirectTo: order.cancelUrl })
    assert.containSubset(shop.events, [{ type: 'failed', orderId: order.id }])
    assert.equal((await reported())?.status, 'failed')
  })

  test('Close redirects back, sends nothing and leaves the order open', async ({ assert }) => {
    const { order, click, reported } = await startCheckout(sandbox())
    assert.deepEqual(await click('close'), { redirectTo: order.cancelUrl })
    assert.equal(shop.deliveries, 0)
    assert.equal((await reported())?.status, 'open')
    assert.deepEqual(await click('pay'), { redirectTo: order.successUrl })
  })

  test('later clicks redirect like the first one and send nothing', async ({ assert }) => {
    for (const [first, second] of [
      ['pay', 'decline'],
      ['decline', 'pay'],
    ] as const) {
      const { click, show, reported } = await startCheckout(sandbox())
      const led = await click(first)
      const before = await reported()
      shop.deliveries = 0
      for (const again of [second, first, 'close']) assert.deepEqual(await click(again), led)
      assert.deepEqual(await reported(), before)
      assert.equal(shop.deliveries, 0)
      const { html, status } = htmlOf(await show())
      assert.equal(status, 200)
      assert.notInclude(html, '<form')
      assert.match(html, first === 'pay' ? /Already paid/ : /Payment declined/)
    }
  })

  test('only one of many concurrent clicks counts', async ({ assert }) => {
    const { click } = await startCheckout(sandbox())
    const clicks = Array.from({ length: 20 }, (_, n) => click(n % 2 ? 'pay' : 'decline'))
    const led = new Set((await Promise.all(clicks)).map((answer) => JSON.stringify(answer)))
    assert.equal(led.size, 1)
    assert.equal(shop.deliveries, 1)
  })

  test('only one decision of many processes counts', async ({ assert }) => {
    const { path } = await startCheckout(sandbox())
    const runner = ['--import=@poppinss/ts-exec', join(import.meta.dirname, 'decide_in_process.ts')]
    const elsewhere = (decision: string) =>
      promisify(execFile)(process.execPath, [...runner, folder, shop.url, secret, path.slice(1), decision])
    const answers = await Promise.all(['pay', 'decline', 'pay'].map(elsewhere))
    assert.equal(new Set(answers.map(({ stdout }) => stdout)).size, 1)
    assert.equal(shop.deliveries, 1)
  })

  test('another process knows the decision, also after a restart', async ({ assert }) => {
    const { order, click, reported } = await startCheckout(sandbox())
    const { reference } = await sandbox().createCheckout(order, noSignal())
    assert.equal((await sandbox().lookUpOrder({ id: order.id, reference }, noSignal()))?.status, 'open')
    await click('pay')
    assert.deepEqual(await sandbox().lookUpOrder({ id: order.id, reference }, noSignal()), await reported())
  })

  test('is refused after the checkout has expired', async ({ assert }) => {
    const { order, click, show, reported } = await startCheckout(sandbox())
    now = order.expiresAt
    assert.equal((await reported())?.status, 'expired')
    for (const answer of [await show(), await click('pay'), await click('decline')]) {
      const { html, status } = htmlOf(answer)
      assert.equal(status, 410)
      assert.include(html, 'This checkout has expired')
      assert.notInclude(html, '<form')
    }
    assert.equal(shop.deliveries, 0)
    now = new Date(order.expiresAt.getTime() - 1)
    assert.deepEqual(await click('pay'), { redirectTo: order.successUrl })
    now = new Date(order.expiresAt.getTime() + 1)
    assert.equal((await reported())?.status, 'paid')
  })
})

test.group('payment-sandbox | webhooks', (group) => {
  group.each.setup(stage)

  test('are sent again with a new signature and the same id when the shop refuses them', async ({ assert }) => {
    let seconds = Math.floor(Date.now() / 1000)
    shop.answers = [500, 503]
    const { order, click } = await startCheckout(sandbox({ now: () => new Date(seconds++ * 1000) }))
    assert.deepEqual(await click('pay'), { redirectTo: order.successUrl })
    assert.equal(shop.deliveries, 3)
    assert.lengthOf(shop.events, 1)
    assert.equal(new Set(shop.signatures).size, 3)
  })

  test('are given up after a few attempts; the buyer is redirected and the order can be looked up', async ({
    assert,
  }) => {
    shop.answers = Array.from({ length: 9 }, () => 500)
    const payments = sandbox()
    const { order, click, reported } = await startCheckout(payments)
    assert.deepEqual(await click('pay'), { redirectTo: order.successUrl })
    assert.equal(shop.deliveries, 3)
    assert.equal((await reported())?.status, 'paid')
    shop.answers = []
    const [sent] = await payments.events.repeat(order.id)
    assert.isTrue(sent!.delivered)
    assert.deepEqual(shop.events, [sent!.event])
  })

  test('are given up when the shop does not answer', async ({ assert }) => {
    shop.answers = [null, null, null]
    const { order, click } = await startCheckout(sandbox({ attemptMs: 500 }))
    assert.deepEqual(await click('decline'), { redirectTo: order.cancelUrl })
    assert.equal(shop.deliveries, 3)
  }).tags(longRun)
})

test.group('payment-sandbox | triggered events', (group) => {
  group.each.setup(stage)

  test('fails the latest refund, reports its amount, and allows another refund', async ({ assert }) => {
    const payments = sandbox()
    const { order, click, reported } = await startCheckout(payments)
    await click('pay')
    const refundsOf = () =>
      shop.events.flatMap((event) => (event.type === 'refund_failed' ? [[event.refundId, event.amountCents]] : []))
    assert.equal((await failure(payments.events.failRefund(order.id))).code, 'bad_request')
    await payments.events.refund(order.id, 300)
    await payments.events.refund(order.id)
    await payments.events.failRefund(order.id)
    assert.equal((await reported())?.refundedCents, 300)
    await payments.events.refund(order.id)
    await payments.events.failRefund(order.id)
    await payments.events.failRefund(order.id)
    const refunds = refundsOf()
    assert.deepEqual(
      refunds.map(([, cents]) => cents),
      [600, 600, 300]
    )
    assert.equal(new Set(refunds.map(([id]) => id)).size, 3)
    const reportedNow = await reported()
    assert.equal(reportedNow?.refundedCents, 0)
    assert.deepEqual(
      reportedNow?.failedRefunds?.map(({ refundId, amountCents }) => [refundId, amountCents]),
      refunds
    )
    assert.equal((await failure(payments.events.failRefund(order.id))).code, 'bad_request')
  })

  test('refunds in parts, with the total so far, and never more than was paid', async ({ assert }) => {
    const payments = sandbox()
    const { order, click, reported } = await startCheckout(payments)
    await click('pay')
    await payments.events.refund(order.id, 300)
    await payments.events.refund(order.id, 500)
    for (const cents of [101, 0, -1, 1.5, NaN])
      assert.equal((await failure(payments.events.refund(order.id, cents))).code, 'bad_request')
    await payments.events.refund(order.id)
    assert.equal((await failure(payments.events.refund(order.id))).code, 'bad_request')
    const totals = shop.events.map((event) => (event.type === 'refunded' ? event.refundedCents : event.type))
    assert.deepEqual(totals, ['paid', 300, 800, 900])
    assert.equal((await reported())?.refundedCents, 900)
    assert.equal(new Set(shop.events.map((event) => event.eventId)).size, 4)
  })

  test('refunds no more than was paid under twenty concurrent refunds', async ({ assert }) => {
    const payments = sandbox()
    const { order, click, reported } = await startCheckout(payments)
    await click('pay')
    const all = await Promise.allSettled(Array.from({ length: 20 }, () => payments.events.refund(order.id, 100)))
    assert.equal(all.filter(({ status }) => status === 'fulfilled').length, 9)
    assert.equal((await reported())?.refundedCents, 900)
  })

  test('has one dispute at a time, won or lost under the same id', async ({ assert }) => {
    const payments = sandbox()
    const { order, click } = await startCheckout(payments)
    const { dispute, winDispute, loseDispute } = payments.events
    assert.equal((await failure(dispute(order.id))).code, 'bad_request')
    await click('pay')
    assert.equal((await failure(winDispute(order.id))).code, 'bad_request')
    const first = [await dispute(order.id), await winDispute(order.id)].map(({ event }) => event)
    const second = [await dispute(order.id), await loseDispute(order.id)].map(({ event }) => event)
    assert.equal((await failure(loseDispute(order.id))).code, 'bad_request')
    const ids = [...first, ...second].map((event) => ('disputeId' in event ? event.disputeId : null))
    assert.equal(ids[0], ids[1])
    assert.equal(ids[2], ids[3])
    assert.notEqual(ids[0], ids[2])
    assert.deepEqual(
      shop.events.map((event) => event.type),
      ['paid', 'disputed', 'dispute_won', 'disputed', 'dispute_lost']
    )
  })

  test('settles or fails a pending transfer', async ({ assert }) => {
    const payments = sandbox()
    for (const [settle, status] of [
      [payments.events.pay, 'paid'],
      [payments.events.decline, 'failed'],
    ] as const) {
      const { order, click, show, reported } = await startCheckout(payments)
      await payments.events.pend(order.id)
      assert.deepEqual(await click('pay'), { redirectTo: order.successUrl })
      assert.include(htmlOf(await show()).html, 'Payment pending')
      now = new Date(order.expiresAt.getTime() + 1)
      assert.equal((await reported())?.status, 'pending', 'a transfer under way does not expire')
      await settle(order.id)
      assert.equal((await reported())?.status, status)
      now = null
    }
  })

  test('expires early, reported once', async ({ assert }) => {
    const payments = sandbox()
    const { order, click } = await startCheckout(payments)
    await payments.events.expire(order.id)
    assert.equal((await failure(payments.events.expire(order.id))).code, 'bad_request')
    assert.equal(htmlOf(await click('pay')).status, 410)
    assert.deepEqual(
      shop.events.map((event) => [event.type, event.paymentReference]),
      [['expired', null]]
    )
  })

  test('refuses an unknown order', async ({ assert }) => {
    const { code, message } = await failure(sandbox().events.pay('made-up-order'))
    assert.equal(code, 'bad_request')
    assert.notInclude(message, 'made-up')
  })
})

test.group('payment-sandbox | settings', (group) => {
  group.each.setup(stage)

  test('refuses invalid settings and quotes no secret', ({ assert }) => {
    for (const changes of [
      { webhookUrl: '/webhooks' },
      { baseUrl: 'shop.test' },
      { secret: 'too-short' },
      { secret: '' },
    ]) {
      try {
        sandbox(changes)
      } catch (error) {
        assert.instanceOf(error, ProviderError)
        assert.equal((error as ProviderError).code, 'misconfigured')
        assert.notInclude((error as Error).message, 'too-short')
        continue
      }
      assert.fail('it was accepted')
    }
  })

  test('reports an unusable folder without its path', async ({ assert }) => {
    const file = join(folder, 'a-file')
    writeFileSync(file, '')
    const error = await failure(sandbox({ folder: file }).createCheckout(kitOrder(), noSignal()))
    assert.equal(error.code, 'misconfigured')
    assert.notInclude(error.message, file)
  })

  test('leaves no drafts behind and ignores an old one', async ({ assert }) => {
    const { click, path, reported } = await startCheckout(sandbox())
    writeFileSync(join(folder, path, 'torn.tmp'), '{"type":"pa')
    await Promise.all([click('pay'), click('pay'), click('decline')])
    assert.sameMembers(readdirSync(join(folder, path)), ['0.json', '1.json', 'torn.tmp'])
    assert.match((await reported())!.status, /^(paid|failed)$/)
  })
})
