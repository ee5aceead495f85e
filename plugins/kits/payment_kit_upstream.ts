import assert from 'node:assert/strict'
import { inspect } from 'node:util'
import { ProviderError } from '../contract/errors.ts'
import type { Answer, Reaction } from './fake_server.ts'
import type { ReportedOrder, PaymentOrder, PaymentProvider } from '../contract/payment.ts'
import type { PaymentKitOptions, PaymentUpstream } from './payment_kit_options.ts'
import { kitOrder, refusal, runner, secrets } from './payment_kit_tools.ts'
import { noSignal, statusCases, within } from './checks.ts'

const reference = 'kit_ref_1'
const url = 'https://pay.test/c/kit_ref_1'

/** The two methods that call the upstream. */
const methods: Record<
  string,
  (provider: PaymentProvider, order: PaymentOrder, signal: AbortSignal) => Promise<unknown>
> = {
  createCheckout: (provider, order, signal) => provider.createCheckout(order, signal),
  lookUpOrder: (provider, { id }, signal) => provider.lookUpOrder({ id, reference }, signal),
}

/** Registers the cases for calls to the upstream, including a hostile upstream. */
export function registerUpstreamCases(options: PaymentKitOptions, upstream: PaymentUpstream): void {
  const { promptMs = 1000 } = options
  const { test, on } = runner(options)
  const answer = (...steps: Answer['steps']): Answer => ({ contentType: upstream.contentType, steps })
  const made = (order: PaymentOrder) => answer(upstream.checkout(order, { reference, url }))
  const open: ReportedOrder = {
    status: 'open',
    paymentReference: null,
    amountCents: null,
    currency: null,
    refundedCents: 0,
  }

  test('sends one request with the key and exactly the order', async () => {
    const order = kitOrder()
    await on(made(order), async ({ provider, server }) => {
      assert.deepEqual(await provider.createCheckout(order, noSignal()), { url, reference })
      assert.equal(server.calls.length, 1, 'one call')
      const call = server.calls[0]!.request
      assert.ok(
        Object.values(call.headers).some((value) => value.includes(secrets.apiKey)),
        'the key was sent in a header'
      )
      assert.ok(!call.url.includes(secrets.apiKey), 'the key is in no address')
      const { orderId, title, amountCents, currency } = upstream.asked(call)
      assert.deepEqual(
        { orderId, title, amountCents, currency },
        { orderId: order.id, title: order.title, amountCents: order.amountCents, currency: order.currency }
      )
    })
  })

  test('sends every amount in the smallest unit, to the cent', async () => {
    for (const amountCents of [1, 99, 200, 1999, 9000, 123_456_789]) {
      for (const currency of ['usd', 'jpy']) {
        const order = kitOrder({ amountCents, currency })
        await on(made(order), async ({ provider, server }) => {
          await provider.createCheckout(order, noSignal())
          const asked = upstream.asked(server.calls[0]!.request)
          assert.deepEqual([asked.amountCents, asked.currency], [amountCents, currency])
        })
      }
    }
  })

  const { lacks = [], expiryStepSeconds = 0, hasPaymentIds = true } = upstream

  test('uses the order id as idempotency key and repeats the identical request', async () => {
    const order = kitOrder()
    await on(made(order), async ({ provider, server }) => {
      await provider.createCheckout(order, noSignal())
      await provider.createCheckout({ ...order }, noSignal())
      const keys = server.calls.map(({ request }) => upstream.asked(request).idempotencyKey)
      const key = lacks.includes('idempotencyKey') ? null : order.id
      assert.deepEqual(keys, [key, key])
      assert.equal(server.calls[1]!.request.body, server.calls[0]!.request.body, 'the same request')
    })
  })

  test('passes on the return URLs and the expiry', async () => {
    const order = kitOrder()
    await on(made(order), async ({ provider, server }) => {
      await provider.createCheckout(order, noSignal())
      const { successUrl, cancelUrl, expiresAtSeconds } = upstream.asked(server.calls[0]!.request)
      assert.deepEqual(
        [successUrl, cancelUrl],
        [order.successUrl, lacks.includes('cancelUrl') ? null : order.cancelUrl]
      )
      const earlySeconds = order.expiresAt.getTime() / 1000 - expiresAtSeconds
      assert.ok(
        earlySeconds >= 0 && earlySeconds <= expiryStepSeconds,
        `it expires at ${expiresAtSeconds}, ${earlySeconds} s early`
      )
    })
  })

  test('passes on the email when there is one and invents none', async () => {
    for (const email of [secrets.email, null]) {
      const order = kitOrder({ email })
      await on(made(order), async ({ provider, server }) => {
        await provider.createCheckout(order, noSignal())
        assert.equal(upstream.asked(server.calls[0]!.request).email, email)
      })
    }
  })

  test('refuses a checkout URL that is not http(s)', async () => {
    for (const nonsense of ['javascript:alert(1)', '/relative', '', null, 5, {}, 'file:///etc/passwd']) {
      const order = kitOrder()
      const script = answer(upstream.checkout(order, { reference, url: nonsense }))
      await on(script, async ({ provider }) => {
        const { code } = await refusal(provider.createCheckout(order, noSignal()))
        assert.equal(code, 'invalid_response', inspect(nonsense))
      })
    }
  })

  const paymentReference = hasPaymentIds ? 'kit_pay_1' : reference
  const paid = { paymentReference, amountCents: 900, currency: 'usd' }
  const reportedOrders: Record<string, ReportedOrder> = {
    open: open,
    pending: { ...open, status: 'pending', paymentReference },
    paid: { ...open, ...paid, status: 'paid' },
    'paid and partly refunded': { ...open, ...paid, status: 'paid', refundedCents: 400 },
    'paid and refunded': { ...open, ...paid, status: 'paid', refundedCents: 900 },
    'paid, with a refund that failed': {
      ...open,
      ...paid,
      status: 'paid',
      refundedCents: 400,
      failedRefunds: [{ refundId: 'kit_re_1', amountCents: 500, currency: 'usd' }],
    },
    failed: { ...open, status: 'failed', paymentReference },
    expired: { ...open, status: 'expired' },
  }
  for (const [what, reported] of Object.entries(reportedOrders)) {
    const order = kitOrder()
    const body = upstream.reported(order, reference, reported)
    if (body === null) continue
    test(`looks up an order that is ${what}`, () =>
      on(answer(body), async ({ provider, server }) => {
        assert.deepEqual(await provider.lookUpOrder({ id: order.id, reference }, noSignal()), reported)
        assert.ok(
          server.calls.length > 0 && server.calls[0]!.request.url.includes(reference),
          'it asks for the checkout'
        )
      }))
  }

  test('returns null for a checkout that the upstream does not know', () =>
    on(
      { status: upstream.unknown.status, contentType: upstream.contentType, steps: [upstream.unknown.body] },
      async ({ provider }) => {
        assert.equal(await provider.lookUpOrder({ id: kitOrder().id, reference }, noSignal()), null)
      }
    ))

  test('returns null for a checkout that belongs to another order', () =>
    on(
      answer(upstream.reported(kitOrder(), reference, { ...open, ...paid, status: 'paid' })!),
      async ({ provider }) => {
        assert.equal(await provider.lookUpOrder({ id: kitOrder().id, reference }, noSignal()), null)
      }
    ))

  test('does not mistake a missing page for an unknown checkout', async () => {
    for (const [contentType, body] of [
      ['text/html', '<h1>Not found</h1>'],
      [upstream.contentType, upstream.errorBody('No such address.')],
    ] as const) {
      await on({ status: 404, contentType, steps: [body] }, async ({ provider }) => {
        const { code } = await refusal(provider.lookUpOrder({ id: kitOrder().id, reference }, noSignal()))
        assert.equal(code, 'misconfigured')
      })
    }
  })

  // Vendors of payments use 402 for a refused card.
  for (const { status, title, headers, check } of statusCases.filter((one) => one.status !== 402)) {
    test(title, async () => {
      for (const [method, call] of Object.entries(methods)) {
        const echo = `${secrets.apiKey} ${secrets.webhookSecret} ${secrets.email}`
        for (const [contentType, body] of [
          [upstream.contentType, upstream.errorBody(echo)],
          ['text/html', `<p>${echo}</p>`],
        ] as const) {
          await on({ status, contentType, headers, steps: [body] }, async ({ provider, server }) => {
            check(await refusal(call(provider, kitOrder(), noSignal())), `${method}, ${contentType}`)
            assert.equal(server.calls.length, 1, 'it does not retry')
          })
        }
      }
    })
  }

  test('reports unavailable for an unreachable upstream', async () => {
    for (const call of Object.values(methods)) {
      await on('unreachable', async ({ provider, server }) => {
        assert.equal((await refusal(call(provider, kitOrder(), noSignal()))).code, 'unavailable')
        assert.equal(server.calls.length, 1, 'it does not retry')
      })
    }
  })

  test('reports cut_off when the connection breaks, without retry', async () => {
    const order = kitOrder()
    const body = upstream.checkout(order, { reference, url })
    for (const call of Object.values(methods)) {
      await on(answer(body.slice(0, body.length >> 1), 'reset'), async ({ provider, server }) => {
        assert.equal((await refusal(call(provider, order, noSignal()))).code, 'cut_off')
        assert.equal(server.calls.length, 1, 'it does not retry')
      })
    }
  })

  test('reports invalid_response for a truncated response', async () => {
    const order = kitOrder()
    const bodies: [(typeof methods)[string], string][] = [
      [methods.createCheckout!, upstream.checkout(order, { reference, url })],
      [methods.lookUpOrder!, upstream.reported(order, reference, open)!],
    ]
    for (const [call, body] of bodies) {
      for (const length of [0, 1, body.length >> 1, body.length - 1]) {
        await on(answer(body.slice(0, length)), async ({ provider }) => {
          const { code } = await refusal(call(provider, order, noSignal()))
          assert.equal(code, 'invalid_response', `cut after ${length}`)
        })
      }
    }
  })

  test('reports invalid_response for garbage and web pages under HTTP 200', async () => {
    const bytes = Uint8Array.from({ length: 300 }, (_, i) => (i * 151) % 256)
    const bodies = [upstream.garbage, bytes, 'null', '5', '"x"', '[]', '{}', '<!doctype html><p>Sign in</p>']
    for (const [method, call] of Object.entries(methods)) {
      for (const body of bodies) {
        for (const contentType of [upstream.contentType, 'text/html']) {
          await on({ contentType, steps: [body] }, async ({ provider }) => {
            const failure = within(5 * promptMs, 'the provider did not end', call(provider, kitOrder(), noSignal()))
            assert.equal((await refusal(failure)).code, 'invalid_response', `${method}: ${String(body).slice(0, 30)}`)
          })
        }
      }
    }
  })

  test('throws nothing but ProviderError, whatever the upstream does', async () => {
    const scripts: Answer[] = [
      { status: 500, contentType: 'text/plain', steps: ['', 'reset'] },
      { status: 418, contentType: 'text/html', steps: ['<html>'] },
      { status: 302, contentType: 'text/html', headers: { location: '/login' }, steps: [''] },
      { status: 204, contentType: upstream.contentType, steps: [] },
      { status: 400, contentType: upstream.contentType, steps: ['{"error":null}'] },
      { status: 400, contentType: upstream.contentType, steps: ['{"error":"no"}'] },
      { status: 400, contentType: upstream.contentType, steps: ['{"error":{"message":1,"code":{}}}'] },
      answer('{"error":{"message":"No."}}'),
    ]
    for (const script of scripts) {
      for (const call of Object.values(methods)) {
        await on(script, async ({ provider }) => {
          const calling = call(provider, kitOrder(), noSignal()).catch((error: unknown) => error)
          const error = await within(10 * promptMs, 'the provider did not end', calling)
          assert.ok(error instanceof ProviderError, `threw ${inspect(error)}`)
        })
      }
    }
  })

  test('closes the connection of an endless response', async () => {
    const endless = answer('{"id":[', ...Array.from({ length: 400 }, () => `"${'y'.repeat(64 * 1024)}",`))
    for (const call of Object.values(methods)) {
      await on(endless, async ({ provider, server }) => {
        assert.equal((await refusal(call(provider, kitOrder(), noSignal()))).code, 'invalid_response')
        await within(promptMs, 'the provider did not close the connection', server.calls[0]!.hungUp)
      })
    }
  })

  for (const [when, reaction] of [
    ['has not answered', 'hang'],
    ['is in the middle of its answer', answer('{"id":', 'silence')],
  ] as [string, Reaction][]) {
    test(`closes the connection to an upstream that ${when} when the signal fires`, async () => {
      for (const call of Object.values(methods)) {
        await on(reaction, async ({ provider, server }) => {
          const abort = new AbortController()
          const calling = refusal(call(provider, kitOrder(), abort.signal))
          // The promise is awaited below. Until then, an early rejection must not crash the process.
          calling.catch(() => {})
          await within(5000, 'the provider never called', server.called())
          abort.abort()
          await within(promptMs, 'the provider did not end', calling)
          await within(promptMs, 'the provider did not close the connection', server.calls[0]!.hungUp)
        })
      }
    })
  }
}
