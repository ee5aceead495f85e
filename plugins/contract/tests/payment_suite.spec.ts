import { test } from '@japa/runner'
import { ProviderError } from '../errors.ts'
import { refuseUnpayable } from '../payment_order.ts'
import { WebhookRefused, type PaymentProvider } from '../payment.ts'
import {
  registerPaymentProviderSuite,
  type PaymentSuiteDeps,
  type PaymentUpstream,
  type PaymentWebhooks,
} from '../payment_suite.ts'
import { naivePayments, sign, type NaivePayments } from './broken/naive_payments.ts'

/** The made-up vendor of `naivePayments`. */
const upstream: PaymentUpstream = {
  contentType: 'application/json',
  checkout: (_order, { reference, url }) => JSON.stringify({ ref: reference, link: url }),
  standing: (order, _reference, standing) => JSON.stringify({ order: order.id, standing }),
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

/** Runs the kit as a runner would and gives the titles of the cases that failed, with what they said. */
async function failures(createProvider: (deps: PaymentSuiteDeps) => PaymentProvider) {
  const cases: { title: string; fn: () => Promise<void> }[] = []
  registerPaymentProviderSuite({
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
  /** Exactly the cases that have to fail, and nothing else may. */
  caught: string[]
  saying: RegExp
}

const statuses = [
  'calls an answer of 400 bad_request',
  'calls an answer of 401 unauthorized',
  'calls an answer of 403 unauthorized',
  'calls an answer of 429 rate_limited',
  'calls an answer of 429 rate_limited, with the pause of Retry-After: 7',
  'calls an answer of 429 rate_limited, with the pause of Retry-After: a date',
  'calls an answer of 500 unavailable',
  'calls an answer of 502 unavailable',
  'calls an answer of 503 unavailable, with the pause of Retry-After: 2',
  'calls an answer of 504 timeout',
]

let random = 0
const broken: Record<string, Broken> = {
  'makes up an idempotency key for every call': {
    changes: { key: () => `key-${random++}` },
    caught: ['names the order as the idempotency key, and asks the same thing the second time'],
    saying: /key-\d/,
  },
  'counts in dollars': {
    changes: { amount: ({ amountCents }) => amountCents / 100 },
    caught: [
      'asks the upstream once, with the key, for exactly what the order says',
      'asks for every amount in the smallest unit, to the cent',
    ],
    saying: /9/,
  },
  'asks for whatever it is given': {
    changes: { check: () => {} },
    caught: ['asks nobody for what can not be paid for'],
    saying: /bad_request|ProviderError/,
  },
  'lets a checkout end a day later': {
    changes: { expiry: ({ expiresAt }) => expiresAt.getTime() / 1000 + 86_400 },
    caught: ['passes on where the page leads back to and when it ends'],
    saying: /\d{10}/,
  },
  'makes up an email': {
    changes: { email: ({ email }) => email ?? 'nobody@example.test' },
    caught: ['passes on the email where it is known, and makes none up where it is not'],
    saying: /nobody@/,
  },
  'sends the buyer anywhere': {
    changes: { link: (url) => (typeof url === 'string' ? url : null) },
    caught: ['sends the buyer to nothing but a web address'],
    saying: /javascript/,
  },
  'never hangs up when the signal fires': {
    changes: { signalFor: () => new AbortController().signal },
    caught: [
      'hangs up on an upstream that has not answered when the signal fires',
      'hangs up on an upstream that is in the middle of its answer when the signal fires',
    ],
    saying: /did not end/,
  },
  'asks again by itself': {
    changes: { retries: 1 },
    caught: [
      ...statuses,
      'calls an unreachable upstream unavailable',
      'calls an answer whose connection breaks cut off, and does not ask again',
    ],
    saying: /does not retry/,
  },
  'reads whatever comes to its end': {
    changes: { bytesMax: Infinity },
    caught: ['hangs up on an answer that does not end'],
    saying: /did not hang up/,
  },
  'throws a plain Error for garbage': {
    changes: { garbage: () => new Error('Unexpected token') },
    caught: [
      'hangs up on an answer that does not end',
      'sends the buyer to nothing but a web address',
      'calls an answer that was cut short an invalid response',
      'calls garbage and web pages under HTTP 200 an invalid response',
      'throws nothing but ProviderError, whatever the upstream does',
    ],
    saying: /ProviderError/,
  },
  'puts what the upstream said into its messages': {
    changes: {
      failure: (response, body) =>
        new ProviderError('unavailable', `HTTP ${response.status}: ${body}`, { status: response.status }),
    },
    caught: [...statuses, 'does not take a page that is not found for a checkout that is not known'],
    saying: /tells sk_kit/,
  },
  'takes every 404 for a checkout that is not known': {
    changes: { unknown: (status) => status === 404 },
    caught: ['does not take a page that is not found for a checkout that is not known'],
    saying: /answer was null/,
  },
  'looks up whatever the reference names': {
    changes: { belongs: () => true },
    caught: ['gives null for a checkout that belongs to another order'],
    saying: /paid/,
  },
  'takes money under way for money': {
    changes: { standing: (value) => (value.status === 'pending' ? { ...value, status: 'paid' } : value) },
    caught: ['looks up an order that is pending'],
    saying: /paid/,
  },
  'forgets what was given back': {
    changes: { standing: (value) => ({ ...value, refundedCents: 0 }) },
    caught: [
      'looks up an order that is paid and partly refunded',
      'looks up an order that is paid and refunded',
      'looks up an order that is paid, with a refund that failed',
    ],
    saying: /refundedCents/,
  },
  'parses before it looks at the signature': {
    changes: {
      first: ({ rawBody }) => {
        try {
          JSON.parse(Buffer.from(rawBody).toString())
        } catch {
          // Looked at later.
        }
      },
    },
    caught: ['parses nothing before the signature has held'],
    saying: /JSON was parsed/,
  },
  'signs the text again that it understood, not the bytes that came': {
    changes: { bytes: ({ rawBody }) => Buffer.from(new TextDecoder().decode(rawBody)) },
    caught: [
      'refuses a body that was cut, or that something was added to',
      'calls what is rightly signed and no event malformed',
    ],
    saying: /byte order mark/,
  },
  'reads the whole buffer that the bytes are a part of': {
    changes: {
      bytes: ({ rawBody }) =>
        rawBody.length > 0 && rawBody.buffer.byteLength < 4096 ? new Uint8Array(rawBody.buffer) : rawBody,
    },
    caught: ['reads bytes that are a part of a larger buffer, and plain Uint8Arrays'],
    saying: /bad_signature/,
  },
  'changes the bytes': {
    changes: {
      report: (event, { rawBody }) => {
        rawBody[0] = 0x20
        return [event]
      },
    },
    caught: [
      'gives the same events, under the same ids, for the same delivery again',
      'asks nobody and leaves the bytes and headers as they are',
      'takes one right signature among several, wherever it stands, and none among wrong ones',
    ],
    saying: /untouched/,
  },
  'does not look how old a delivery is': {
    changes: { ageOk: () => true },
    caught: [
      'takes what is as old as the tolerance, and refuses what is older',
      'takes a clock that is a little ahead, and refuses what comes from the future',
      'parses nothing before the signature has held',
      'quotes nothing of what it refuses',
    ],
    saying: /it was taken/,
  },
  'believes the future': {
    changes: { ageOk: (ageMs) => ageMs <= 300_000 },
    caught: ['takes a clock that is a little ahead, and refuses what comes from the future'],
    saying: /ahead: it was taken/,
  },
  'looks at the first signature only': {
    changes: { candidates: (signatures) => signatures.slice(0, 1) },
    caught: ['takes one right signature among several, wherever it stands, and none among wrong ones'],
    saying: /bad_signature/,
  },
  'reads broken characters as question marks': {
    changes: { decode: (bytes) => Buffer.from(bytes).toString() },
    caught: ['calls what is rightly signed and no event malformed'],
    saying: /it was taken/,
  },
  'gives every delivery an id of its own': {
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
      'gives the same events, under the same ids, for the same delivery again',
    ],
    saying: /evt-/,
  },
  'quotes what it refuses': {
    changes: { refusal: (reason, { rawBody }) => new WebhookRefused(reason, Buffer.from(rawBody).toString()) },
    caught: ['quotes nothing of what it refuses'],
    saying: /tells evt_kit_1/,
  },
  'throws a stranger for what it refuses': {
    changes: { refusal: (reason) => Object.assign(new Error('No.'), { name: 'WebhookRefused', reason }) },
    caught: [
      'refuses a body in which any byte was changed',
      'refuses a body that was cut, or that something was added to',
      'refuses what was signed with another secret',
      'takes what is as old as the tolerance, and refuses what is older',
      'takes a clock that is a little ahead, and refuses what comes from the future',
      'refuses an old delivery that claims to be new',
      'refuses a delivery without its signature, and with one that is no signature',
      'takes one right signature among several, wherever it stands, and none among wrong ones',
      'calls what is rightly signed and no event malformed',
      'calls an event that lacks what it is about malformed, and makes nothing up',
      'parses nothing before the signature has held',
      'quotes nothing of what it refuses',
    ],
    saying: /WebhookRefused should/,
  },
}

test.group('contract | the conformance kit for payments', () => {
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
    })
  }
})

test.group('contract | an order', () => {
  test('is refused without a word of what it says', ({ assert }) => {
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
    assert.throws(() => refuseUnpayable(order), /its id is no id/)
    assert.doesNotThrow(() => refuseUnpayable({ ...order, id: 'an-id' }))
    try {
      refuseUnpayable(order)
    } catch (error) {
      assert.instanceOf(error, ProviderError)
      assert.notInclude((error as Error).message, 'secret')
    }
  })
})
