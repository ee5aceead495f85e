import { test } from '@japa/runner'
import { longRun } from '#tests/support/long_run'
import { ProviderError } from '../../contract/errors.ts'
import { refuseInvalidOrder } from '../../contract/payment_order.ts'
import { WebhookRefused, type PaymentProvider } from '../../contract/payment.ts'
import { registerPaymentKit, type PaymentKitDeps, type PaymentUpstream, type PaymentWebhooks } from '../payment_kit.ts'
import { statusCases } from '../checks.ts'
import { naivePayments, sign, type NaivePayments } from './broken/naive_payments.ts'

/** The responses of the fictional vendor of `naivePayments`. */
const upstream: PaymentUpstream = {
  contentType: 'application/json',
  checkout: (_order, { reference, url }) => JSON.stringify({ ref: reference, link: url }),
  reported: (order, _reference, reported) => JSON.stringify({ order: order.id, reported }),
  unknown: { status: 404, body: '{"error":"no_such_checkout"}' },
  errorBody: (error) => JSON.stringify({ error }),
  garbage: '{"ref": \n',
  asked: ({ headers, body }) => {
    const { id, title, amount, currency, email, successUrl, cancelUrl, ends } = JSON.parse(body ?? '')
    const asked = { title, currency, email, successUrl, cancelUrl }
    return { ...asked, idempotencyKey: headers['once']!, orderId: id, amountCents: amount, expiresAtSeconds: ends }
  },
}

const webhooks: PaymentWebhooks = {
  report: (event) => ({ body: JSON.stringify(event) }),
  otherBody: '{"eventId":"evt_kit_other","type":"other"}',
  sign: (body, secret, at) => ({ 'kit-signature': `${at.getTime()};${sign(body, secret, String(at.getTime()))}` }),
  redate: (headers, at) => ({ 'kit-signature': headers['kit-signature']!.replace(/^\d+/, String(at.getTime())) }),
  together: (first, second) => ({
    'kit-signature': `${first['kit-signature']};${second['kit-signature']!.split(';')[1]}`,
  }),
}

/** Runs the kit and returns the titles and messages of the failed cases. */
async function failures(createProvider: (deps: PaymentKitDeps) => PaymentProvider) {
  const cases: { title: string; fn: () => Promise<void> }[] = []
  registerPaymentKit({
    name: 'p',
    test: (title, fn) => cases.push({ title: title.slice('p: '.length), fn }),
    createProvider,
    upstream,
    webhooks,
    promptMs: 150,
  })
  const failed = new Map<string, string>()
  for (const { title, fn } of cases) await fn().catch((error: Error) => failed.set(title, error.message))
  return { titles: [...failed.keys()], failed, count: cases.length }
}

interface Broken {
  changes: Partial<NaivePayments>
  /** The cases that must fail. No other case may fail. */
  caught: string[]
  saying: RegExp
}

const statuses = statusCases.filter(({ status }) => status !== 402).map(({ title }) => title)

let random = 0
const broken: Record<string, Broken> = {
  'uses a new idempotency key for every call': {
    changes: { key: () => `key-${random++}` },
    caught: ['uses the order id as idempotency key and repeats the identical request'],
    saying: /key-\d/,
  },
  'sends dollars instead of cents': {
    changes: { amount: ({ amountCents }) => amountCents / 100 },
    caught: [
      'sends one request with the key and exactly the order',
      'sends every amount in the smallest unit, to the cent',
    ],
    saying: /9/,
  },
  'sends invalid orders': {
    changes: { check: () => {} },
    caught: ['sends no request for an invalid order'],
    saying: /bad_request|ProviderError/,
  },
  'sets a later expiry': {
    changes: { expiry: ({ expiresAt }) => expiresAt.getTime() / 1000 + 86_400 },
    caught: ['passes on the return URLs and the expiry'],
    saying: /\d{10}/,
  },
  'invents an email': {
    changes: { email: ({ email }) => email ?? 'nobody@example.test' },
    caught: ['passes on the email when there is one and invents none'],
    saying: /nobody@/,
  },
  'accepts any checkout URL': {
    changes: { link: (url) => (typeof url === 'string' ? url : null) },
    caught: ['refuses a checkout URL that is not http(s)'],
    saying: /javascript/,
  },
  'ignores the signal': {
    changes: { signalFor: () => new AbortController().signal },
    caught: [
      'closes the connection to an upstream that has not answered when the signal fires',
      'closes the connection to an upstream that is in the middle of its answer when the signal fires',
    ],
    saying: /did not end/,
  },
  retries: {
    changes: { retries: 1 },
    caught: [
      ...statuses,
      'reports unavailable for an unreachable upstream',
      'reports cut_off when the connection breaks, without retry',
    ],
    saying: /does not retry/,
  },
  'reads bodies of any length': {
    changes: { bytesMax: Infinity },
    caught: ['closes the connection of an endless response'],
    saying: /did not close the connection/,
  },
  'throws a plain Error for garbage': {
    changes: { garbage: () => new Error('Unexpected token') },
    caught: [
      'closes the connection of an endless response',
      'refuses a checkout URL that is not http(s)',
      'reports invalid_response for a truncated response',
      'reports invalid_response for garbage and web pages under HTTP 200',
      'throws nothing but ProviderError, whatever the upstream does',
    ],
    saying: /ProviderError/,
  },
  'puts the upstream’s text into its messages': {
    changes: {
      failure: (response, body) =>
        new ProviderError('unavailable', `HTTP ${response.status}: ${body}`, { status: response.status }),
    },
    caught: [...statuses, 'does not mistake a missing page for an unknown checkout'],
    saying: /contains sk_kit/,
  },
  'treats every 404 as an unknown checkout': {
    changes: { unknown: (status) => status === 404 },
    caught: ['maps status 404 to misconfigured', 'does not mistake a missing page for an unknown checkout'],
    saying: /answer was null/,
  },
  'ignores which order a checkout belongs to': {
    changes: { belongs: () => true },
    caught: ['returns null for a checkout that belongs to another order'],
    saying: /paid/,
  },
  'treats pending payments as paid': {
    changes: { reported: (value) => (value.status === 'pending' ? { ...value, status: 'paid' } : value) },
    caught: ['looks up an order that is pending'],
    saying: /paid/,
  },
  'ignores refunds': {
    changes: { reported: (value) => ({ ...value, refundedCents: 0 }) },
    caught: [
      'looks up an order that is paid and partly refunded',
      'looks up an order that is paid and refunded',
      'looks up an order that is paid, with a refund that failed',
    ],
    saying: /refundedCents/,
  },
  'parses before it verifies the signature': {
    changes: {
      first: ({ rawBody }) => {
        try {
          JSON.parse(Buffer.from(rawBody).toString())
        } catch {
          // The provider parses the body again later.
        }
      },
    },
    caught: ['parses nothing before the signature is verified'],
    saying: /JSON was parsed/,
  },
  'verifies the signature over decoded text': {
    changes: { bytes: ({ rawBody }) => Buffer.from(new TextDecoder().decode(rawBody)) },
    caught: ['refuses a truncated or extended body', 'reports malformed for a signed body that is not an event'],
    saying: /byte order mark/,
  },
  'reads the whole underlying buffer': {
    changes: {
      bytes: ({ rawBody }) =>
        rawBody.length > 0 && rawBody.buffer.byteLength < 4096 ? new Uint8Array(rawBody.buffer) : rawBody,
    },
    caught: ['reads views of a larger buffer and plain Uint8Arrays'],
    saying: /bad_signature/,
  },
  'modifies the bytes': {
    changes: {
      report: (event, { rawBody }) => {
        rawBody[0] = 0x20
        return [event]
      },
    },
    caught: [
      'returns the same events, with the same ids, for a repeated delivery',
      'sends no request and leaves the bytes and headers unchanged',
      'accepts one valid signature among several, in any position',
    ],
    saying: /unchanged/,
  },
  'ignores the age of a delivery': {
    changes: { ageOk: () => true },
    caught: [
      'accepts a delivery as old as the tolerance and refuses an older one',
      'accepts a clock slightly ahead and refuses a delivery from the future',
      'parses nothing before the signature is verified',
      'quotes nothing of a refused delivery',
    ],
    saying: /it was accepted/,
  },
  'accepts deliveries from the future': {
    changes: { ageOk: (ageMs) => ageMs <= 300_000 },
    caught: ['accepts a clock slightly ahead and refuses a delivery from the future'],
    saying: /ahead: it was accepted/,
  },
  'checks only the first signature': {
    changes: { candidates: (signatures) => signatures.slice(0, 1) },
    caught: ['accepts one valid signature among several, in any position'],
    saying: /bad_signature/,
  },
  'replaces invalid characters': {
    changes: { decode: (bytes) => Buffer.from(bytes).toString() },
    caught: ['reports malformed for a signed body that is not an event'],
    saying: /it was accepted/,
  },
  'creates a new event id for every delivery': {
    changes: { report: (event) => [{ ...event, eventId: `evt-${random++}` }] },
    caught: [
      'reports an order that is paid',
      'reports an order that is pending',
      'reports an order that is failed',
      'reports an order that is expired',
      'reports an order that is refunded, in part',
      'reports an order that is refunded, in whole',
      'reports an order that is refund_failed',
      'reports an order that is disputed',
      'reports an order that is dispute_won',
      'reports an order that is dispute_lost',
      'returns the same events, with the same ids, for a repeated delivery',
    ],
    saying: /evt-/,
  },
  'quotes a refused delivery': {
    changes: { refusal: (reason, { rawBody }) => new WebhookRefused(reason, Buffer.from(rawBody).toString()) },
    caught: ['quotes nothing of a refused delivery'],
    saying: /contains evt_kit_1/,
  },
  'throws another error class for a refused delivery': {
    changes: { refusal: (reason) => Object.assign(new Error('No.'), { name: 'WebhookRefused', reason }) },
    caught: [
      'refuses a body with any changed byte',
      'refuses a truncated or extended body',
      'refuses a signature with another secret',
      'accepts a delivery as old as the tolerance and refuses an older one',
      'accepts a clock slightly ahead and refuses a delivery from the future',
      'refuses an old delivery with a new date',
      'refuses a delivery with a missing or malformed signature',
      'accepts one valid signature among several, in any position',
      'reports malformed for a signed body that is not an event',
      'reports malformed for an event with missing fields',
      'parses nothing before the signature is verified',
      'quotes nothing of a refused delivery',
    ],
    saying: /expected a WebhookRefused/,
  },
}

test.group('contract | conformance kit for payments', () => {
  test('passes a provider that keeps every promise', async ({ assert }) => {
    const { failed, count } = await failures(naivePayments())
    assert.deepEqual(Object.fromEntries(failed), {})
    assert.isAbove(count, 45)
  })

  for (const [what, { changes, caught, saying }] of Object.entries(broken)) {
    test(`catches a provider that ${what}`, async ({ assert }) => {
      const { titles, failed } = await failures(naivePayments(changes))
      assert.sameMembers(titles, caught)
      assert.match([...failed.values()].join('\n'), saying)
    }).tags(longRun)
  }
})

test.group('contract | refuseInvalidOrder', () => {
  test('quotes nothing of the order', ({ assert }) => {
    const order = {
      id: 'secret id',
      title: 'secret title',
      amountCents: 1,
      currency: 'usd',
      email: null,
      successUrl: 'https://shop.test/',
      cancelUrl: 'https://shop.test/',
      expiresAt: new Date(),
    }
    assert.throws(() => refuseInvalidOrder(order), /its id is malformed/)
    assert.doesNotThrow(() => refuseInvalidOrder({ ...order, id: 'an-id' }))
    try {
      refuseInvalidOrder(order)
    } catch (error) {
      assert.instanceOf(error, ProviderError)
      assert.notInclude((error as Error).message, 'secret')
    }
  })
})
