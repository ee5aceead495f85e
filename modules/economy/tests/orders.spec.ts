import app from '@adonisjs/core/services/app'
import { Database } from '@adonisjs/lucid/database'
import { test } from '@japa/runner'
import { systemTimers } from '#plugins/contract/timers'
import type { MailOrder } from '#modules/mail/index'
import { newId } from '#modules/kernel/ids'
import { ProviderError } from '#plugins/contract/errors'
import type { ReportedOrder, PaymentEvent, PaymentOrder, PaymentProvider } from '#plugins/contract/payment'
import { packs } from '#config/economy'
import { appOwner } from '#tests/support/app'
import { DatabaseLedger } from '../src/ledger/database_ledger.ts'
import { ApplyPaymentEvent } from '../src/orders/apply_payment_event.ts'
import { BeginCheckout } from '../src/orders/begin_checkout.ts'
import { purgeUnmatchedEvents } from '../src/orders/purge_unmatched_events.ts'
import { ReconcileOrders } from '../src/orders/reconcile_orders.ts'
import { refusedBy, setUp as setUpLedger } from './support.ts'

/** A fake provider with scripted answers. Real providers have a conformance suite. */
class FakeProvider implements PaymentProvider {
  readonly orders: PaymentOrder[] = []
  readonly asked: string[] = []
  failure: Error | null = null
  reported: ReportedOrder | null = null

  constructor(readonly name = 'fake') {}

  async createCheckout(order: PaymentOrder) {
    this.orders.push(order)
    if (this.failure) throw this.failure
    return { url: `https://pay.example.test/${order.id}`, reference: `checkout_${order.id}` }
  }

  verifyWebhook(): PaymentEvent[] {
    throw new Error('Not part of these tests.')
  }

  async lookUpOrder({ id }: { id: string }) {
    this.asked.push(id)
    if (this.failure) throw this.failure
    return this.reported
  }
}

interface Line {
  level: 'info' | 'warn' | 'error'
  fields: Record<string, unknown>
  message: string
}

const recordingLogger = () => {
  const logged: Line[] = []
  const at = (level: Line['level']) => (fields: Record<string, unknown>, message: string) =>
    void logged.push({ level, fields, message })
  return { logged, logger: { info: at('info'), warn: at('warn'), error: at('error') } as never }
}

const checkoutWith = (database: Database, settings: any, logger: never) =>
  new BeginCheckout(
    database,
    settings,
    settings,
    settings,
    { enabled: settings.limitsEnabled } as never,
    systemTimers,
    {},
    logger,
    { sentence: settings.maintenance ?? null }
  )

const setUp = async ({
  rubies = 0,
  connections,
  limitsEnabled = false,
}: { rubies?: number; connections?: number; limitsEnabled?: boolean } = {}) => {
  const ledger = await setUpLedger(connections)
  const mails: MailOrder<unknown>[] = []
  const mail = {
    enqueue: async (order: MailOrder<unknown>, { isTransaction }: { isTransaction: boolean }) => {
      if (!isTransaction) throw new Error('The mail has to be queued in the transaction of the event.')
      mails.push(order)
    },
  } as never
  const database = await app.container.make(Database)
  const userId = await ledger.account(rubies)
  const provider = new FakeProvider()
  const { logged, logger } = recordingLogger()
  const settings = {
    provider,
    packs,
    checkoutMinutes: 60,
    appUrl: 'https://facet.example.test',
    limitsEnabled,
  }
  const begin = checkoutWith(database, settings, logger)
  const apply = new ApplyPaymentEvent(ledger.db, new DatabaseLedger(ledger.db), mail, logger, {})
  const buyer = { id: userId, email: 'buyer@example.test' }

  const order = async (rubyAmount = 500, price = 9) => {
    const begun = await begin.run(buyer, { rubyAmount, price })
    if (!begun.ok) throw new Error(begun.failure.kind)
    return begun.value.orderId
  }
  const rowOf = async (orderId: string) =>
    (await database.rawQuery('SELECT * FROM ruby_orders WHERE id = ?::uuid', [orderId])).rows[0]

  return { ...ledger, mails, database, userId, buyer, provider, logged, logger, settings, begin, apply, order, rowOf }
}

type Report = PaymentEvent extends infer Event
  ? Event extends PaymentEvent
    ? Omit<Event, 'eventId' | 'occurredAt'>
    : never
  : never

/** Returns an event about an order of 500 rubies for 9 dollars. */
const event = (type: PaymentEvent['type'], about: Partial<Report> & { eventId?: string } = {}): PaymentEvent =>
  ({
    eventId: newId(),
    orderId: null,
    paymentReference: null,
    occurredAt: new Date(),
    ...(type === 'paid' && { amountCents: 900, currency: 'usd' }),
    ...(type === 'refunded' && { refundedCents: 900, currency: 'usd' }),
    ...(type === 'refund_failed' && { refundId: 'refund_1', amountCents: 900, currency: 'usd' }),
    ...(type.startsWith('dispute') && { disputeId: 'dispute_1', amountCents: 900, currency: 'usd' }),
    ...about,
    type,
  }) as PaymentEvent

test.group('A checkout', () => {
  test('stores the order at the pack’s price before calling the provider', async ({ assert }) => {
    const { begin, buyer, provider, rowOf } = await setUp()
    const askedAt = Date.now()
    const begun = await begin.run(buyer, { rubyAmount: 1200, price: 20 })
    const answeredAt = Date.now()
    assert.isTrue(begun.ok)
    const [{ id, expiresAt, ...asked }] = provider.orders as [PaymentOrder]
    assert.deepEqual(begun, { ok: true, value: { checkoutUrl: `https://pay.example.test/${id}`, orderId: id } })
    assert.deepEqual(asked, {
      title: '1200 rubies',
      amountCents: 2000,
      currency: 'usd',
      email: 'buyer@example.test',
      successUrl: `https://facet.example.test/ruby-shop?checkout=success&order=${id}`,
      cancelUrl: `https://facet.example.test/ruby-shop?checkout=cancelled&order=${id}`,
    })
    const begunAt = expiresAt.getTime() - 3_600_000
    assert.isTrue(askedAt <= begunAt && begunAt <= answeredAt, `begun at ${begunAt}`)
    assert.deepInclude(await rowOf(id), {
      state: 'open',
      rubies: '1200',
      amount_cents: '2000',
      reference: `checkout_${id}`,
    })
  })

  for (const [rubyAmount, price] of [
    [500, 8],
    [500, 2],
    [100, 9],
    [501, 9],
    [500, 9.001],
    [500, 0],
    [500, -9],
    [0, 0],
    [-500, -9],
    [Number.NaN, Number.NaN],
    [500, Number.POSITIVE_INFINITY],
    [6e20, 90],
  ] as const)
    test(`refuses ${rubyAmount} rubies for ${price} without calling the provider`, async ({ assert }) => {
      const { begin, buyer, provider, userId, database } = await setUp()
      assert.deepEqual(await begin.run(buyer, { rubyAmount, price }), {
        ok: false,
        failure: { kind: 'no_such_pack' },
      })
      assert.lengthOf(provider.orders, 0)
      const { rows } = await database.rawQuery('SELECT FROM ruby_orders WHERE user_id = ?::uuid', [userId])
      assert.lengthOf(rows, 0)
    })

  test('fails when the provider refuses, and says whether retrying may help', async ({ assert }) => {
    const { begin, buyer, provider, rowOf, logged } = await setUp()
    for (const [code, isTemporary] of [
      ['timeout', true],
      ['unauthorized', false],
    ] as const) {
      provider.failure = new ProviderError(code, 'The provider said no.', { retryAfterMs: 7_000 })
      const begun = await begin.run(buyer, { rubyAmount: 100, price: 2 })
      assert.deepEqual(begun, { ok: false, failure: { kind: 'provider_failed', isTemporary, retryAfterSeconds: 7 } })
      assert.equal((await rowOf(provider.orders.at(-1)!.id)).state, 'failed')
    }
    assert.deepEqual(
      logged.map(({ level }) => level),
      ['warn', 'error']
    )
  })

  test('requires a payment provider', async ({ assert }) => {
    const { database, settings, logger, buyer } = await setUp()
    const begin = checkoutWith(database, { ...settings, provider: null }, logger)
    assert.deepEqual(await begin.run(buyer, { rubyAmount: 100, price: 2 }), {
      ok: false,
      failure: { kind: 'no_provider' },
    })
  })

  test('is limited to 20 an hour, also for 40 concurrent requests', async ({ assert }) => {
    const { begin, buyer, provider } = await setUp({ limitsEnabled: true })
    const begun = await Promise.all(Array.from({ length: 40 }, () => begin.run(buyer, { rubyAmount: 100, price: 2 })))
    assert.lengthOf(
      begun.filter(({ ok }) => ok),
      20
    )
    assert.lengthOf(provider.orders, 20)
    const refused = begun.find(({ ok }) => !ok)!
    assert.isFalse(refused.ok)
    if (!refused.ok && refused.failure.kind === 'too_many') assert.isAbove(refused.failure.retryAfterSeconds, 3_000)
    else assert.fail('Something else refused.')
  })
})

test.group('An order, as a table', () => {
  const about = (orderId: string) => ({
    paid: event('paid', { orderId, paymentReference: 'p' + orderId }),
    failed: event('failed', { orderId }),
    pending: event('pending', { orderId }),
    expired: event('expired', { orderId }),
    refunded: event('refunded', { paymentReference: 'p' + orderId }),
    halfRefunded: event('refunded', { paymentReference: 'p' + orderId, refundedCents: 450 } as never),
    refundFailed: event('refund_failed', { paymentReference: 'p' + orderId }),
    disputed: event('disputed', { paymentReference: 'p' + orderId }),
    won: event('dispute_won', { paymentReference: 'p' + orderId, occurredAt: new Date(Date.now() + 1_000) } as never),
    lost: event('dispute_lost', { paymentReference: 'p' + orderId }),
  })
  type Report = keyof ReturnType<typeof about> | 'spend'

  const bought = ['purchase', 500]
  for (const [reports, state, history, debt] of [
    [['paid'], 'paid', [bought], 0],
    [['paid', 'paid'], 'paid', [bought], 0],
    [['pending', 'paid'], 'paid', [bought], 0],
    [['expired', 'paid'], 'paid', [bought], 0],
    [['failed', 'paid'], 'paid', [bought], 0],
    [['paid', 'expired'], 'paid', [bought], 0],
    [['pending', 'failed'], 'failed', [], 0],
    [['refunded'], 'open', [], 0],
    [['paid', 'refunded'], 'refunded', [bought, ['refund', -500]], 0],
    [['refunded', 'paid'], 'refunded', [bought, ['refund', -500]], 0],
    [['refunded', 'halfRefunded', 'paid'], 'refunded', [bought, ['refund', -500]], 0],
    [['paid', 'halfRefunded'], 'paid', [bought, ['refund', -250]], 0],
    [['paid', 'halfRefunded', 'refunded'], 'refunded', [bought, ['refund', -250], ['refund', -250]], 0],
    [['paid', 'refunded', 'halfRefunded'], 'refunded', [bought, ['refund', -500]], 0],
    [['paid', 'refunded', 'refundFailed'], 'paid', [bought, ['refund', -500], ['refund_failed', 500]], 0],
    [['paid', 'refundFailed', 'refunded'], 'paid', [bought], 0],
    [['refundFailed', 'refunded', 'paid'], 'paid', [bought], 0],
    [
      ['paid', 'spend', 'refunded', 'refundFailed'],
      'paid',
      [bought, ['admin_deduction', -400], ['refund', -100], ['refund_failed', 500], ['debt_payment', -400]],
      0,
    ],
    [['paid', 'disputed'], 'disputed', [bought, ['dispute', -500]], 0],
    [['disputed', 'paid'], 'disputed', [bought, ['dispute', -500]], 0],
    [['halfRefunded', 'disputed', 'paid'], 'disputed', [bought, ['refund', -250], ['dispute', -250]], 0],
    [['paid', 'disputed', 'lost'], 'disputed', [bought, ['dispute', -500]], 0],
    [['paid', 'disputed', 'won'], 'paid', [bought, ['dispute', -500], ['dispute_won', 500]], 0],
    [['paid', 'won', 'disputed'], 'paid', [bought], 0],
    [['won', 'disputed', 'paid'], 'paid', [bought], 0],
    [['paid', 'spend', 'refunded'], 'refunded', [bought, ['admin_deduction', -400], ['refund', -100]], 400],
    [
      ['paid', 'spend', 'disputed', 'won'],
      'paid',
      [bought, ['admin_deduction', -400], ['dispute', -100], ['dispute_won', 500], ['debt_payment', -400]],
      0,
    ],
  ] as [Report[], string, [string, number][], number][])
    test(`after ${reports.join(', ')}: ${state}, ${history.map((line) => line.join(' ')).join(', ') || 'nothing moved'}, ${debt} owed`, async ({
      assert,
    }) => {
      const { order, apply, rowOf, logged, lines, read, userId, ledger, problemsOf } = await setUp()
      const orderId = await order()
      const events = about(orderId)
      for (const report of reports) {
        if (report === 'spend') {
          await ledger.post({ userId, amount: -400, type: 'admin_deduction', description: '', key: newId() })
          continue
        }
        // Each event is delivered twice.
        await apply.run('fake', events[report])
        assert.include(['repeated'], (await apply.run('fake', events[report])).kind)
      }
      assert.equal((await rowOf(orderId)).state, state)
      assert.deepEqual(await lines(userId), history)
      const account = await read(userId)
      assert.equal(
        account.balance,
        history.reduce((sum, [, amount]) => sum + amount, 0)
      )
      assert.equal(account.debt, debt)
      assert.deepEqual(await problemsOf(userId), [])
      assert.isEmpty(logged.filter(({ level }) => level === 'error'))
    })
})

test.group('A payment event', () => {
  test('that arrives 20 times at once credits once', async ({ assert }) => {
    const { order, apply, logged, userId, read, problemsOf } = await setUp({ connections: 16 })
    const orderId = await order()
    const paid = event('paid', { orderId, paymentReference: newId() })
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => apply.run('fake', paid)))
    assert.lengthOf(
      outcomes.filter(({ kind }) => kind === 'applied'),
      1
    )
    assert.deepInclude(await read(userId), { balance: 500, seq: 1 })
    assert.deepEqual(await problemsOf(userId), [])
    assert.lengthOf(logged, 20)
  })

  test('repeated under 20 ids at once credits once', async ({ assert }) => {
    const { order, apply, userId, read } = await setUp({ connections: 16 })
    const orderId = await order()
    const paymentReference = newId()
    await Promise.all(Array.from({ length: 20 }, () => apply.run('fake', event('paid', { orderId, paymentReference }))))
    assert.deepInclude(await read(userId), { balance: 500, seq: 1 })
  })

  test('is applied together with concurrent ones of the order that name no payment', async ({ assert }) => {
    const { order, apply, userId, read, rowOf, problemsOf } = await setUp({ connections: 16 })
    const orderId = await order()
    const refunds = [100, 200, 300, 400, 500, 600, 700, 800].map((refundedCents) =>
      event('refunded', { orderId, refundedCents } as never)
    )
    await Promise.all([...refunds, event('paid', { orderId })].map((each) => apply.run('fake', each)))
    assert.deepInclude(await rowOf(orderId), { state: 'paid', refunded_cents: '800', taken_back: '444' })
    assert.equal((await read(userId)).balance, 56)
    assert.deepEqual(await problemsOf(userId), [])
  })

  test('of an unknown payment can’t miss the event that links the payment', async ({ assert }) => {
    const { order, apply, userId, read, rowOf, problemsOf } = await setUp({ connections: 16 })
    for (let round = 1; round <= 20; round++) {
      const orderId = await order()
      const paymentReference = newId()
      const events = [event('paid', { orderId, paymentReference }), event('refunded', { paymentReference })]
      await Promise.all((round % 2 ? events : events.toReversed()).map((each) => apply.run('fake', each)))
      assert.equal((await rowOf(orderId)).state, 'refunded')
      assert.equal((await read(userId)).balance, 0)
    }
    assert.deepEqual(await problemsOf(userId), [])
  })

  for (const [what, change, reason] of [
    ['an unknown order', { orderId: newId() }, 'unknown_order'],
    ['an id that is none', { orderId: 'order-1' }, 'unknown_order'],
    ['no order and no payment', { orderId: null }, 'unknown_order'],
    ['an amount that is not the pack’s', { amountCents: 899 }, 'wrong_amount'],
    ['an amount of zero', { amountCents: 0 }, 'wrong_amount'],
    ['another currency', { currency: 'eur' }, 'wrong_currency'],
  ] as [string, Partial<Report>, string][])
    test(`about ${what} changes nothing and is logged`, async ({ assert }) => {
      const { order, apply, rowOf, userId, read, logged, database } = await setUp()
      const orderId = await order()
      const before = await rowOf(orderId)
      const paid = event('paid', { orderId, ...change })
      assert.deepEqual(await apply.run('fake', paid), { kind: 'refused', reason })
      assert.deepEqual(await rowOf(orderId), before)
      assert.deepInclude(await read(userId), { balance: 0, seq: 0 })
      const { rows } = await database.rawQuery('SELECT FROM payment_events WHERE event_id = ?', [paid.eventId])
      assert.lengthOf(rows, 0)
      assert.lengthOf(logged, 1)
      assert.deepInclude(logged[0]!.fields, { provider: 'fake', eventId: paid.eventId, type: 'paid', reason })
    })

  test('queues a receipt with the payment, and a mail with each refund, once', async ({ assert }) => {
    const { apply, order, userId, mails } = await setUp()
    const orderId = await order()
    const report = (type: PaymentEvent['type'], refundedCents?: number) =>
      apply.run(
        'fake',
        event(type, { orderId, paymentReference: `p${orderId}`, ...(refundedCents && { refundedCents }) })
      )
    const receipt = { kind: 'receipt', userId, details: { userId, orderId } }
    const refund = (refundedCents: number, rubies: number) => ({
      kind: 'refund',
      userId,
      details: { userId, orderId, refundedCents, rubies },
    })
    await report('pending')
    assert.isEmpty(mails)
    await report('paid')
    await report('paid')
    assert.deepEqual(mails, [receipt])
    await report('refunded', 300)
    await report('refunded', 300)
    assert.deepEqual(mails.slice(1), [refund(300, 166)])
    await report('refunded', 900)
    await report('refunded', 600)
    assert.deepEqual(mails.slice(2), [refund(600, 334)])
  })

  test('queues the mails of a refund that was reported before the payment with the payment', async ({ assert }) => {
    const { apply, order, mails } = await setUp()
    const orderId = await order()
    const paymentReference = `p${orderId}`
    await apply.run('fake', event('refunded', { paymentReference }))
    assert.isEmpty(mails)
    await apply.run('fake', event('paid', { orderId, paymentReference }))
    assert.deepEqual(
      mails.map(({ kind }) => kind),
      ['receipt', 'refund']
    )
  })

  test('from another provider than the order’s changes nothing', async ({ assert }) => {
    const { order, apply, rowOf } = await setUp()
    const orderId = await order()
    const outcome = await apply.run('other', event('paid', { orderId }))
    assert.deepEqual(outcome, { kind: 'refused', reason: 'unknown_order' })
    assert.equal((await rowOf(orderId)).state, 'open')
  })

  test('with the payment of another order changes nothing', async ({ assert }) => {
    const { order, apply, rowOf, userId, read } = await setUp()
    const [mine, theirs] = [await order(), await order()]
    const paymentReference = newId()
    await apply.run('fake', event('paid', { orderId: theirs, paymentReference }))
    const outcome = await apply.run('fake', event('paid', { orderId: mine, paymentReference }))
    assert.deepEqual(outcome, { kind: 'refused', reason: 'payment_of_another_order' })
    assert.equal((await rowOf(mine)).state, 'open')
    assert.deepInclude(await read(userId), { balance: 500, seq: 1 })
  })

  test('of a second payment credits nothing and is reported to the operator', async ({ assert }) => {
    const { order, apply, userId, read, logged } = await setUp()
    const orderId = await order()
    await apply.run('fake', event('paid', { orderId, paymentReference: newId() }))
    const outcome = await apply.run('fake', event('paid', { orderId, paymentReference: newId() }))
    assert.deepEqual(outcome, { kind: 'refused', reason: 'second_payment' })
    assert.deepInclude(await read(userId), { balance: 500, seq: 1 })
    assert.equal(logged.at(-1)!.level, 'error')
  })

  test('of an unknown payment without an amount is not stored', async ({ assert }) => {
    const { order, apply, userId, read } = await setUp()
    const [orderId, paymentReference] = [await order(), newId()]
    for (const amount of [0, -1, 0.5]) {
      const events = [
        event('disputed', { paymentReference, amountCents: amount } as never),
        event('refunded', { paymentReference, refundedCents: amount } as never),
      ]
      for (const each of events)
        assert.deepEqual(await apply.run('fake', each), { kind: 'refused', reason: 'wrong_amount' })
    }
    await apply.run('fake', event('paid', { orderId, paymentReference }))
    assert.deepInclude(await read(userId), { balance: 500, seq: 1 })
  })

  test('of an unknown payment is stored and purged after 90 days', async ({ assert }) => {
    const { apply, database } = await setUp()
    const [old, young] = [
      event('refunded', { paymentReference: newId() }),
      event('disputed', { paymentReference: newId() }),
    ]
    for (const each of [old, young]) assert.deepEqual(await apply.run('fake', each), { kind: 'kept' })
    assert.deepEqual(await apply.run('fake', old), { kind: 'repeated' })
    await database.rawQuery(`UPDATE payment_events SET received_at = now() - interval '91 days' WHERE event_id = ?`, [
      old.eventId,
    ])
    await purgeUnmatchedEvents(database)
    const { rows } = await database.rawQuery('SELECT event_id FROM payment_events WHERE event_id IN (?, ?)', [
      old.eventId,
      young.eventId,
    ])
    assert.deepEqual(rows, [{ event_id: young.eventId }])
  })
})

test.group('The table of orders', () => {
  for (const [what, statement, constraint] of [
    ['another price', 'amount_cents = 1', 'ruby_orders_facts_stay'],
    ['another owner', 'user_id = uuidv7()', 'ruby_orders_facts_stay'],
    ['a payment unmade', `state = 'open', paid_at = NULL`, 'ruby_orders_facts_stay'],
    ['another payment', `payment_reference = 'other'`, 'ruby_orders_facts_stay'],
    ['a way back', `state = 'pending'`, 'ruby_orders_state_machine'],
    ['a state that is none', `state = 'lost'`, /ruby_orders_state/],
    ['more taken back than bought', 'taken_back = 501', 'ruby_orders_taken_back_within'],
    ['more refunded than paid', 'refunded_cents = 901', 'ruby_orders_refunded_within'],
  ] as [string, string, string | RegExp][])
    test(`refuses ${what}`, async ({ assert }) => {
      const { order, apply, database } = await setUp()
      const orderId = await order()
      await apply.run('fake', event('paid', { orderId, paymentReference: newId() }))
      const refusal = await refusedBy(() =>
        database.rawQuery(`UPDATE ruby_orders SET ${statement} WHERE id = ?::uuid`, [orderId])
      )
      assert.match(refusal, new RegExp(constraint))
    })

  test('refuses to delete orders', async ({ assert }) => {
    await setUp()
    assert.equal(
      await refusedBy(async () => (await appOwner()).rawQuery('DELETE FROM ruby_orders')),
      'ruby_orders_append_only'
    )
  })
})

test.group('The ledger’s check of orders', () => {
  for (const [wrong, statement, found] of [
    [
      'one that says more was taken back',
      'UPDATE ruby_orders SET taken_back = 10 WHERE id = $1',
      /taken back, it should be 500 and 10/,
    ],
    [
      'one that was paid and never credited',
      `INSERT INTO ruby_orders (id, user_id, rubies, amount_cents, currency, provider, state, paid_at, expires_at)
       SELECT uuidv7(), user_id, 70, 90, 'usd', 'fake', 'paid', now(), now() FROM ruby_orders WHERE id = $1`,
      /is paid: 0 rubies were credited for it and 0 taken back, it should be 70 and 0/,
    ],
    [
      'a credit for none',
      `SELECT ledger_post(user_id, 5, 'purchase', '', 'order:' || uuidv7() || ':purchase') FROM ruby_orders WHERE id = $1`,
      /is unknown: 5 rubies were credited for it/,
    ],
  ] as [string, string, RegExp][])
    test(`finds ${wrong}`, async ({ assert }) => {
      const { order, apply, userId, ledger, db } = await setUp()
      const orderId = await order()
      await apply.run('fake', event('paid', { orderId }))
      const trx = await db.transaction()
      try {
        const mine = async () =>
          (await ledger.verify(trx)).problems.filter((each) => each.userId === userId).map(({ problem }) => problem)
        assert.deepEqual(await mine(), [])
        await trx.rawQuery(statement.replace('$1', '?::uuid'), [orderId])
        assert.match((await mine()).join('\n'), found)
      } finally {
        await trx.rollback()
      }
    })
})

test.group('Orders without a webhook', () => {
  const reported = (status: ReportedOrder['status'], more: Partial<ReportedOrder> = {}): ReportedOrder => ({
    status,
    paymentReference: status === 'paid' ? newId() : null,
    amountCents: status === 'paid' ? 900 : null,
    currency: status === 'paid' ? 'usd' : null,
    refundedCents: 0,
    ...more,
  })
  const setUpReconciliation = async () => {
    const fixture = await setUp()
    const { database, apply, provider, logger } = fixture
    // A separate provider name, so that orders of other tests aren't looked up.
    Object.assign(provider, { name: `fake_${newId()}` })
    const orders = new ReconcileOrders(database, apply, { provider }, systemTimers, logger)
    const mine = async (orderId: string) => (await orders.all()).find((order) => order.orderId === orderId)
    const { signal } = new AbortController()
    /** Makes the order due. */
    const lookAgain = async (orderId: string) => {
      await database.rawQuery('UPDATE ruby_orders SET look_again_at = now() WHERE id = ?::uuid', [orderId])
      return (await orders.due(signal)).find((order) => order.orderId === orderId)
    }
    /** Moves the payment back by this many days. */
    const age = async (orderId: string, days: number) => {
      const owner = await appOwner()
      await owner.rawQuery('ALTER TABLE ruby_orders DISABLE TRIGGER ruby_orders_only_forward')
      await owner.rawQuery(
        'UPDATE ruby_orders SET paid_at = now() - make_interval(days => ?::int) WHERE id = ?::uuid',
        [days, orderId]
      )
      await owner.rawQuery('ALTER TABLE ruby_orders ENABLE TRIGGER ruby_orders_only_forward')
    }
    return { ...fixture, orders, mine, lookAgain, age }
  }

  for (const [answer, state, balance] of [
    [reported('open'), 'open', 0],
    [reported('pending'), 'pending', 0],
    [reported('failed'), 'failed', 0],
    [reported('expired'), 'expired', 0],
    [reported('paid'), 'paid', 500],
    [reported('paid', { refundedCents: 450 }), 'paid', 250],
    [reported('paid', { refundedCents: 900 }), 'refunded', 0],
    [reported('paid', { amountCents: 1 }), 'open', 0],
    [null, 'open', 0],
  ] as [ReportedOrder | null, string, number][])
    test(`become ${state} when the provider reports ${answer ? `${answer.status}, ${answer.amountCents} paid, ${answer.refundedCents} refunded` : 'no order'}`, async ({
      assert,
    }) => {
      const { order, provider, mine, rowOf, read, userId, problemsOf } = await setUpReconciliation()
      const orderId = await order()
      provider.reported = answer
      const first = await mine(orderId)
      assert.deepInclude(first, {
        before: 'open',
        after: state,
        outcome: answer?.amountCents === 1 ? 'refused' : 'asked',
      })
      await mine(orderId)
      assert.equal((await rowOf(orderId)).state, state)
      assert.equal((await read(userId)).balance, balance)
      assert.deepEqual(await problemsOf(userId), [])
    })

  test('are credited once when the webhook arrives later', async ({ assert }) => {
    const { order, provider, mine, apply, read, userId } = await setUpReconciliation()
    const orderId = await order()
    provider.reported = reported('paid')
    await mine(orderId)
    const { paymentReference } = provider.reported
    await apply.run(provider.name, event('paid', { orderId, paymentReference }))
    assert.deepInclude(await read(userId), { balance: 500, seq: 1 })
  })

  test('apply a dispute without a webhook once when looked up again', async ({ assert }) => {
    const { order, provider, mine, apply, lookAgain, read, userId, rowOf, problemsOf } = await setUpReconciliation()
    const orderId = await order()
    const { paymentReference } = (provider.reported = reported('paid'))
    await mine(orderId)
    const disputed = (state: 'open' | 'won' | 'lost') =>
      reported('paid', {
        paymentReference,
        disputes: [{ disputeId: 'dispute_1', state, amountCents: 900, currency: 'usd' }],
      })
    provider.reported = disputed('open')
    assert.deepInclude(await lookAgain(orderId), { before: 'paid', after: 'disputed', outcome: 'asked' })
    await apply.run(provider.name, event('disputed', { paymentReference }))
    assert.deepInclude(await lookAgain(orderId), { before: 'disputed', after: 'disputed' })
    assert.equal((await read(userId)).balance, 0)
    provider.reported = disputed('won')
    assert.deepInclude(await lookAgain(orderId), { after: 'paid' })
    assert.deepInclude(await read(userId), { balance: 500, seq: 3 })
    assert.equal((await rowOf(orderId)).taken_back, '0')
    assert.deepEqual(await problemsOf(userId), [])
  })

  test('are looked up 1, 7, 30, 90 and 120 days after the payment, then no more', async ({ assert }) => {
    const { order, provider, mine, lookAgain, age, orders, rowOf } = await setUpReconciliation()
    const orderId = await order()
    provider.reported = reported('paid')
    await mine(orderId)
    const { look_again_at: first, created_at: created } = await rowOf(orderId)
    assert.approximately(first - created, 86_400_000, 60_000)
    provider.asked.length = 0
    await orders.due(new AbortController().signal)
    assert.isEmpty(provider.asked)
    for (const [days, next] of [
      [1, 7],
      [8, 30],
      [30, 90],
      [100, 120],
    ] as const) {
      await age(orderId, days)
      await lookAgain(orderId)
      const { look_again_at: again, paid_at: paid } = await rowOf(orderId)
      assert.equal(Math.round((again - paid) / 86_400_000), next)
    }
    await age(orderId, 121)
    await lookAgain(orderId)
    assert.isNull((await rowOf(orderId)).look_again_at)
    assert.lengthOf(provider.asked, 5)
  })

  test('are looked up hours later when the provider was unavailable, until they are too old', async ({ assert }) => {
    const { order, provider, mine, lookAgain, age, rowOf } = await setUpReconciliation()
    const orderId = await order()
    provider.reported = reported('paid')
    await mine(orderId)
    provider.failure = new ProviderError('unavailable', 'Away.')
    await age(orderId, 8)
    const askedAt = Date.now()
    assert.deepInclude(await lookAgain(orderId), { outcome: 'failed' })
    const answeredAt = Date.now()
    const failedAt = (await rowOf(orderId)).look_again_at - 6 * 3_600_000
    assert.isTrue(askedAt <= failedAt && failedAt <= answeredAt, `failed at ${failedAt}`)
    await age(orderId, 131)
    assert.deepInclude(await lookAgain(orderId), { outcome: 'failed' })
    assert.isNull((await rowOf(orderId)).look_again_at)
  })

  test('apply a failed refund and a later one', async ({ assert }) => {
    const { order, provider, mine, apply, lookAgain, read, userId, lines, rowOf, problemsOf } =
      await setUpReconciliation()
    const orderId = await order()
    const { paymentReference } = (provider.reported = reported('paid', { refundedCents: 900 }))
    await mine(orderId)
    assert.equal((await read(userId)).balance, 0)
    const failedRefunds = [{ refundId: 're_1', amountCents: 900, currency: 'usd' }]
    const look = async (more: Partial<ReportedOrder>) => {
      provider.reported = reported('paid', { paymentReference, ...more })
      await lookAgain(orderId)
    }
    await look({ failedRefunds })
    await look({ failedRefunds })
    assert.equal((await rowOf(orderId)).state, 'paid')
    assert.equal((await read(userId)).balance, 500)
    await apply.run(provider.name, event('refund_failed', { paymentReference, refundId: 're_1' } as never))
    assert.equal((await read(userId)).balance, 500)
    await look({ failedRefunds, refundedCents: 900 })
    await look({ failedRefunds, refundedCents: 900 })
    assert.equal((await rowOf(orderId)).state, 'refunded')
    assert.deepEqual(await lines(userId), [
      ['purchase', 500],
      ['refund', -500],
      ['refund_failed', 500],
      ['refund', -500],
    ])
    assert.deepEqual(await problemsOf(userId), [])
  })

  test('expire after their end when the provider doesn’t know them', async ({ assert }) => {
    const { order, mine, database } = await setUpReconciliation()
    const orderId = await order()
    await database.rawQuery(`UPDATE ruby_orders SET expires_at = now() - interval '1 s' WHERE id = ?::uuid`, [orderId])
    assert.deepInclude(await mine(orderId), { after: 'expired', outcome: 'asked' })
  })

  test('stay unchanged when the provider is unavailable or another one', async ({ assert }) => {
    const { order, provider, mine } = await setUpReconciliation()
    const orderId = await order()
    provider.failure = new ProviderError('unavailable', 'Away.')
    assert.deepInclude(await mine(orderId), { after: 'open', outcome: 'failed' })
    Object.assign(provider, { name: 'another' })
    assert.deepInclude(await mine(orderId), { after: 'open', outcome: 'not_asked' })
  })

  test('are looked up after five minutes, and not again at once by another process', async ({ assert }) => {
    const { order, provider, orders } = await setUpReconciliation()
    const [young, old] = [await order(), await order()]
    const owner = await appOwner()
    await owner.rawQuery('ALTER TABLE ruby_orders DISABLE TRIGGER ruby_orders_only_forward')
    await owner.rawQuery(`UPDATE ruby_orders SET created_at = now() - interval '6 minutes' WHERE id = ?::uuid`, [old])
    await owner.rawQuery('ALTER TABLE ruby_orders ENABLE TRIGGER ruby_orders_only_forward')
    provider.reported = reported('open')
    const { signal } = new AbortController()
    await Promise.all([orders.due(signal), orders.due(signal), orders.due(signal)])
    await orders.due(signal)
    assert.deepEqual(provider.asked, [old])
    assert.notInclude(provider.asked, young)
  })
})
