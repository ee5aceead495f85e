import assert from 'node:assert/strict'
import { inspect } from 'node:util'
import {
  WebhookRefused,
  type PaymentChange,
  type PaymentEvent,
  type PaymentProvider,
  type WebhookDelivery,
} from '../contract/payment.ts'
import type { PaymentKitOptions } from './payment_kit_options.ts'
import { assertLeaksNothing } from './checks.ts'
import type { Case } from './fake_server.ts'
import { runner, secrets } from './payment_kit_tools.ts'

const at = new Date(1_790_000_000_000)
const base = {
  eventId: 'evt_kit_1',
  orderId: '0198c5a0-0000-7000-8000-00000000abcd',
  paymentReference: 'pay_kit_1',
  occurredAt: new Date(at.getTime() - 5000),
}
const money = { amountCents: 900, currency: 'usd' }
const dispute = { ...base, ...money, disputeId: 'dp_kit_1' }

const events: PaymentEvent[] = [
  { type: 'paid', ...base, ...money },
  { type: 'pending', ...base },
  { type: 'failed', ...base },
  { type: 'expired', ...base },
  { type: 'refunded', ...base, refundedCents: 400, currency: 'usd' },
  { type: 'refunded', ...base, refundedCents: 900, currency: 'usd' },
  { type: 'refund_failed', ...base, ...money, refundId: 're_kit_1' },
  { type: 'disputed', ...dispute },
  { type: 'dispute_won', ...dispute },
  { type: 'dispute_lost', ...dispute },
]

/** Registers the cases for valid, malformed and forged webhook deliveries. */
export function registerWebhookCases(options: PaymentKitOptions): void {
  const { webhooks } = options
  const { toleranceMs = 300_000, redate, together } = webhooks
  const { test, on } = runner(options)
  const unused = { contentType: 'text/plain', steps: ['ok'] }
  const against = (run: (opened: Case<PaymentProvider>) => void) => () => on(unused, async (opened) => run(opened))

  const paidBody = () => {
    const body = webhooks.reportChange?.(base) ?? webhooks.report(events[0]!)?.body
    assert.ok(body, 'a vendor must report paid orders, or their changes')
    return Buffer.from(body)
  }
  const deliver = (body: Uint8Array, headers: Record<string, string>): WebhookDelivery => ({
    headers: { 'content-type': 'application/json', ...headers },
    rawBody: body,
    receivedAt: at,
  })
  const signed = (body: Uint8Array, secret: string = secrets.webhookSecret, when = at) =>
    deliver(body, webhooks.sign(body, secret, when))
  const ago = (ms: number) => new Date(at.getTime() - ms)

  for (const event of events) {
    const part = event.type === 'refunded' ? (event.refundedCents < 900 ? ', in part' : ', in whole') : ''
    const report = webhooks.report(event)
    if (report === null) continue
    test(
      `reports an order that is ${event.type}${part}`,
      against(({ provider }) => {
        const expected = { ...event }
        for (const name of report.lacks ?? []) expected[name] = null
        assert.deepEqual(provider.verifyWebhook(signed(Buffer.from(report.body))), [expected])
      })
    )
  }

  if (webhooks.reportChange)
    test(
      'reports an order that has changed',
      against(({ provider }) => {
        const expected: PaymentChange[] = [{ type: 'changed', orderId: base.orderId }]
        assert.deepEqual(provider.verifyWebhook(signed(paidBody())), expected)
      })
    )

  test(
    'returns no events for an irrelevant type',
    against(({ provider }) => assert.deepEqual(provider.verifyWebhook(signed(Buffer.from(webhooks.otherBody))), []))
  )

  test(
    'returns the same events, with the same ids, for a repeated delivery',
    against(({ provider }) => {
      const delivery = signed(paidBody())
      const first = provider.verifyWebhook(delivery)
      const again = provider.verifyWebhook({ ...signed(paidBody(), undefined, ago(-60_000)), receivedAt: ago(-60_000) })
      assert.deepEqual(provider.verifyWebhook(delivery), first)
      assert.deepEqual(again, first, 'delivered again a minute later')
    })
  )

  test(
    'sends no request and leaves the bytes and headers unchanged',
    against(({ provider, server }) => {
      const delivery = signed(paidBody())
      const bytes = Buffer.from(delivery.rawBody)
      const headers = { ...delivery.headers }
      provider.verifyWebhook(Object.freeze({ ...delivery, headers: Object.freeze(delivery.headers) }))
      assert.ok(bytes.equals(delivery.rawBody), 'the bytes are unchanged')
      assert.deepEqual(delivery.headers, headers)
      assert.equal(server.calls.length, 0)
    })
  )

  test(
    'reads views of a larger buffer and plain Uint8Arrays',
    against(({ provider }) => {
      const body = paidBody()
      const larger = new Uint8Array(body.length + 32).fill(0x7b)
      larger.set(body, 16)
      const view = larger.subarray(16, 16 + body.length)
      assert.equal(provider.verifyWebhook(signed(view)).length, 1)
    })
  )

  test(
    'refuses a body with any changed byte',
    against(({ provider }) => {
      const body = paidBody()
      const { headers } = signed(body)
      const places = [...body.keys()].filter((n) => n % 7 === 0 || n === body.length - 1)
      for (const place of places) {
        const tampered = Buffer.from(body)
        tampered[place]! ^= 1
        refused(provider, deliver(tampered, headers), 'bad_signature', `byte ${place}`)
      }
      const dearer = Buffer.from(body.toString().replaceAll('900', '901'))
      refused(provider, deliver(dearer, headers), 'bad_signature', 'another amount')
    })
  )

  test(
    'refuses a truncated or extended body',
    against(({ provider }) => {
      const body = paidBody()
      const { headers } = signed(body)
      for (const length of [0, 1, body.length >> 1, body.length - 1])
        refused(provider, deliver(body.subarray(0, length), headers), 'bad_signature', `cut after ${length}`)
      for (const extra of [' ', '\n', '\0', '{}'])
        refused(provider, deliver(Buffer.concat([body, Buffer.from(extra)]), headers), 'bad_signature', 'longer')
      // A decoder that drops the byte order mark would return the same text.
      const marked = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), body])
      refused(provider, deliver(marked, headers), 'bad_signature', 'with a byte order mark')
    })
  )

  test(
    'refuses a signature with another secret',
    against(({ provider }) => {
      for (const secret of ['whsec_other', secrets.apiKey, `${secrets.webhookSecret}x`, ' '])
        refused(provider, signed(paidBody(), secret), 'bad_signature', 'another secret')
    })
  )

  if (toleranceMs !== null) {
    test(
      'accepts a delivery as old as the tolerance and refuses an older one',
      against(({ provider }) => {
        const oldest = signed(paidBody(), undefined, ago(toleranceMs))
        assert.equal(provider.verifyWebhook(oldest).length, 1)
        for (const ms of [toleranceMs + 1000, 86_400_000, 400 * 86_400_000])
          refused(provider, signed(paidBody(), undefined, ago(ms)), 'too_old', `${ms} ms old`)
      })
    )

    test(
      'accepts a clock slightly ahead and refuses a delivery from the future',
      against(({ provider }) => {
        assert.equal(provider.verifyWebhook(signed(paidBody(), undefined, ago(-30_000))).length, 1)
        for (const ms of [toleranceMs + 1000, 86_400_000])
          refused(provider, signed(paidBody(), undefined, ago(-ms)), 'too_old', `${ms} ms ahead`)
      })
    )
  }

  if (redate)
    test(
      'refuses an old delivery with a new date',
      against(({ provider }) => {
        const body = paidBody()
        const old = webhooks.sign(body, secrets.webhookSecret, ago(86_400_000))
        refused(provider, deliver(body, redate(old, at)), 'bad_signature', 'redated')
      })
    )

  test(
    'refuses a delivery with a missing or malformed signature',
    against(({ provider }) => {
      const body = paidBody()
      const right = webhooks.sign(body, secrets.webhookSecret, at)
      refused(provider, deliver(body, {}), 'bad_signature', 'no header')
      for (const [name, value] of Object.entries(right)) {
        const nonsense = ['', ' ', 'nonsense', '=', ',,,', 't=,v1=', 't=1', 'é', 'x'.repeat(100_000), '\u0000']
        // A value with as many characters as a signature, but more bytes.
        nonsense.push(value.replace(/[0-9a-f]{32,}/, (hex) => 'é'.repeat(hex.length)))
        for (const other of [...nonsense, value.slice(0, -1), value.slice(0, value.length >> 1), `${value}0`])
          refused(provider, deliver(body, { ...right, [name]: other }), 'bad_signature', other.slice(0, 40))
      }
    })
  )

  if (together)
    test(
      'accepts one valid signature among several, in any position',
      against(({ provider }) => {
        const body = paidBody()
        const right = webhooks.sign(body, secrets.webhookSecret, at)
        const [old, older] = ['whsec_old', 'whsec_older'].map((secret) => webhooks.sign(body, secret, at))
        for (const headers of [together(right, old!), together(old!, right)])
          assert.equal(provider.verifyWebhook(deliver(body, headers)).length, 1)
        refused(provider, deliver(body, together(old!, older!)), 'bad_signature', 'two wrong ones')
      })
    )

  test(
    'reports malformed for a signed body that is not an event',
    against(({ provider }) => {
      const text = paidBody()
      const notUtf8 = Buffer.from(text)
      notUtf8[text.indexOf(base.eventId)] = 0xff
      const bodies: (string | Uint8Array)[] = [
        notUtf8,
        Uint8Array.from([0xc3, 0x28]),
        text.subarray(0, text.length >> 1),
      ]
      bodies.push('', ' ', 'nonsense', '{', '{"a":', '<html>', 'null', '5', '"x"', '[]', '{}', '{"id":1,"type":2}')
      for (const body of bodies) {
        const bytes = typeof body === 'string' ? Buffer.from(body) : body
        refused(provider, signed(bytes), body === '' ? null : 'malformed', String(body).slice(0, 40))
      }
    })
  )

  test(
    'reports malformed for an event with missing fields',
    against(({ provider }) => {
      for (const value of ['null', '"900"', '-900', '9.5', '{}', '[]']) {
        const body = paidBody()
          .toString()
          .replace(/:\s*900\b/g, `:${value}`)
        // A change has no amount.
        if (webhooks.reportChange) break
        refused(provider, signed(Buffer.from(body)), 'malformed', `an amount of ${value}`)
      }
      const nameless = paidBody().toString().replace(`"${base.eventId}"`, 'null')
      refused(provider, signed(Buffer.from(nameless)), 'malformed', 'an event without an id')
    })
  )

  test(
    'parses nothing before the signature is verified',
    against(({ provider }) => {
      const body = paidBody()
      const { headers } = signed(body)
      const other = signed(body, 'whsec_other')
      for (const [delivery, reason] of [
        [deliver(body.subarray(1), headers), 'bad_signature'],
        [other, 'bad_signature'],
        [deliver(body, {}), 'bad_signature'],
        [signed(Buffer.from('nonsense'), 'whsec_other'), 'bad_signature'],
        [signed(Uint8Array.from([0xc3, 0x28]), 'whsec_other'), 'bad_signature'],
        ...(toleranceMs === null ? [] : [body, Buffer.from('nonsense')]).map(
          (bytes) => [signed(bytes, undefined, ago(toleranceMs! + 1000)), 'too_old'] as const
        ),
      ] as const) {
        const parsed = parsesDuring(() => refused(provider, delivery, reason, 'refused for the first problem'))
        assert.equal(parsed, 0, `JSON was parsed for ${reason}`)
      }
    })
  )

  test(
    'quotes nothing of a refused delivery',
    against(({ provider }) => {
      const body = paidBody()
      const right = webhooks.sign(body, secrets.webhookSecret, at)
      const hidden = [base.eventId, base.orderId, base.paymentReference, 'kit_nonsense', ...Object.values(right)]
      const nonsense = Buffer.from('{"kit_nonsense"')
      for (const delivery of [
        deliver(body.subarray(1), right),
        deliver(nonsense, right),
        signed(nonsense),
        ...(toleranceMs === null ? [] : [signed(body, undefined, ago(toleranceMs + 1000))]),
        ...(webhooks.reportChange ? [] : [signed(Buffer.from(body.toString().replace(/:\s*900\b/g, ':{}')))]),
      ])
        assertLeaksNothing(refused(provider, delivery, null, 'it is refused'), hidden)
    })
  )
}

/** Returns the refusal of `delivery`. Fails when the delivery is accepted, or refused for another reason. */
function refused(
  provider: PaymentProvider,
  delivery: WebhookDelivery,
  reason: WebhookRefused['reason'] | null,
  what: string
): WebhookRefused {
  let accepted: unknown
  try {
    accepted = provider.verifyWebhook(delivery)
  } catch (error) {
    assert.ok(error instanceof WebhookRefused, `${what}: expected a WebhookRefused, got ${inspect(error)}`)
    assertLeaksNothing(error, [secrets.webhookSecret, secrets.apiKey])
    if (reason !== null) assert.equal(error.reason, reason, what)
    return error
  }
  assert.fail(`${what}: it was accepted: ${inspect(accepted)}`)
}

/** Counts how often `run` parses JSON. */
function parsesDuring(run: () => void): number {
  const real = JSON.parse
  let count = 0
  JSON.parse = (...given: Parameters<typeof real>) => {
    count++
    return real(...given)
  }
  try {
    run()
  } finally {
    JSON.parse = real
  }
  return count
}
