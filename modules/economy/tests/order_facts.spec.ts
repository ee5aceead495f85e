import { test } from '@japa/runner'
import fc from 'fast-check'
import type { PaymentEvent } from '#plugins/contract/payment'
import { addEvent, movementsOf, rubiesTakenBack, stateOf, type OrderFacts } from '../src/domain/order_facts.ts'

const terms = { rubies: 500, amountCents: 900, currency: 'usd' }
const nothing: OrderFacts = {
  progress: 'open',
  isPaid: false,
  refundedCents: 0,
  refundReports: [],
  failedRefunds: new Map(),
  disputes: new Map(),
}
const reported = (second: number) => ({
  eventId: `event_${second}`,
  orderId: 'o',
  paymentReference: null,
  occurredAt: new Date(Date.UTC(2026, 10, 21, 12, 0, second)),
})

let moment = 0
const say = (type: PaymentEvent['type'], cents = 900, second = ++moment % 60, disputeId = 'd1'): PaymentEvent => {
  const event = { ...reported(second), currency: 'usd' }
  if (type === 'paid') return { ...event, type, amountCents: cents }
  if (type === 'refunded') return { ...event, type, refundedCents: cents }
  if (type === 'pending' || type === 'failed' || type === 'expired') return { ...event, type }
  if (type === 'refund_failed') return { ...event, type, refundId: disputeId, amountCents: cents }
  return { ...event, type, disputeId, amountCents: cents }
}

/** Applies all events of one order. Returns its facts, its state and the moved rubies. */
const play = (events: PaymentEvent[]) => {
  let facts = nothing
  let takenBack = 0
  let credited = 0
  for (const event of events) {
    const after = addEvent(facts, event, terms)
    for (const { kind, type, amount } of movementsOf({ before: facts, after, takenBack }, event.type, terms)) {
      if (type === 'purchase') credited += amount
      else takenBack += kind === 'take_back' ? amount : -amount
    }
    facts = after
  }
  return { facts, state: stateOf(facts, terms), credited, takenBack }
}

test.group('The facts of an order', () => {
  for (const [events, state, credited, takenBack] of [
    [[], 'open', 0, 0],
    [[say('pending')], 'pending', 0, 0],
    [[say('pending'), say('failed')], 'failed', 0, 0],
    [[say('failed'), say('pending')], 'failed', 0, 0],
    [[say('expired')], 'expired', 0, 0],
    [[say('paid')], 'paid', 500, 0],
    [[say('paid'), say('paid')], 'paid', 500, 0],
    [[say('paid'), say('expired')], 'paid', 500, 0],
    // A late payment is credited.
    [[say('expired'), say('paid')], 'paid', 500, 0],
    [[say('failed'), say('paid')], 'paid', 500, 0],
    [[say('paid'), say('refunded', 900)], 'refunded', 500, 500],
    [[say('paid'), say('refunded', 450)], 'paid', 500, 250],
    [[say('paid'), say('refunded', 1)], 'paid', 500, 0],
    [[say('paid'), say('refunded', 450), say('refunded', 900)], 'refunded', 500, 500],
    // Each report is a total. The smaller one arrived late.
    [[say('paid'), say('refunded', 900), say('refunded', 450)], 'refunded', 500, 500],
    [[say('refunded', 900)], 'open', 0, 0],
    [[say('refunded', 900), say('paid')], 'refunded', 500, 500],
    [[say('refunded', 99_999), say('paid')], 'refunded', 500, 500],
    [[say('paid'), say('disputed')], 'disputed', 500, 500],
    [[say('disputed'), say('paid')], 'disputed', 500, 500],
    [[say('paid'), say('disputed'), say('dispute_won')], 'paid', 500, 0],
    [[say('paid'), say('disputed'), say('dispute_lost')], 'disputed', 500, 500],
    [[say('paid'), say('dispute_won'), say('disputed')], 'paid', 500, 0],
    [[say('paid'), say('disputed', 300)], 'disputed', 500, 166],
    // A failed refund restores the rubies in any order.
    [[say('paid'), say('refunded', 900), say('refund_failed', 900)], 'paid', 500, 0],
    [[say('paid'), say('refund_failed', 900, 9), say('refunded', 900, 8)], 'paid', 500, 0],
    [[say('refund_failed', 900, 9), say('refunded', 900, 8), say('paid')], 'paid', 500, 0],
    [[say('paid'), say('refunded', 900, 8), say('refund_failed', 900, 8)], 'paid', 500, 0],
    [[say('paid'), say('refund_failed', 900)], 'paid', 500, 0],
    [[say('paid'), say('refunded', 900), say('refund_failed', 900), say('refund_failed', 900)], 'paid', 500, 0],
    [[say('paid'), say('refunded', 450, 1), say('refunded', 900, 2), say('refund_failed', 450, 3)], 'paid', 500, 250],
    // A later refund's total excludes the failed one.
    [
      [say('paid'), say('refunded', 900, 1), say('refund_failed', 900, 2), say('refunded', 900, 3)],
      'refunded',
      500,
      500,
    ],
    [
      [say('paid'), say('refunded', 900, 1), say('refunded', 900, 3), say('refund_failed', 900, 2)],
      'refunded',
      500,
      500,
    ],
    [[say('paid'), say('disputed', 900), say('refund_failed', 900), say('refunded', 900, 0)], 'disputed', 500, 500],
    // A refund and a dispute of the same rubies take them back once.
    [[say('paid'), say('refunded', 450), say('disputed', 900)], 'disputed', 500, 500],
    [[say('paid'), say('disputed', 900), say('refunded', 900)], 'disputed', 500, 500],
    [[say('paid'), say('disputed', 900), say('refunded', 900), say('dispute_won')], 'refunded', 500, 500],
  ] as [PaymentEvent[], string, number, number][])
    test(`after ${events.map(({ type }) => type).join(', ') || 'nothing'}: ${state}, ${credited} credited, ${takenBack} taken back`, ({
      assert,
    }) => {
      const played = play(events)
      assert.deepEqual([played.state, played.credited, played.takenBack], [state, credited, takenBack])
    })

  const anyEvent = fc
    .record({
      type: fc.constantFrom<PaymentEvent['type']>(
        'paid',
        'pending',
        'failed',
        'expired',
        'refunded',
        'refund_failed',
        'disputed',
        'dispute_won',
        'dispute_lost'
      ),
      cents: fc.integer({ min: 1, max: 1_000 }),
      second: fc.integer({ min: 0, max: 59 }),
      disputeId: fc.constantFrom('d1', 'd2'),
    })
    .map(({ type, cents, second, disputeId }) => say(type, type === 'paid' ? 900 : cents, second, disputeId))
  const anyHistory = fc
    .array(anyEvent, { maxLength: 10 })
    .chain((events) => fc.tuple(fc.constant(events), fc.shuffledSubarray(events, { minLength: events.length })))

  test('do not depend on the order of events, and neither do the movements', ({ assert }) => {
    fc.assert(
      fc.property(anyHistory, ([events, shuffled]) => {
        const [inOrder, inAnyOrder] = [play(events), play(shuffled)]
        assert.deepEqual(
          [inOrder.state, inOrder.credited, inOrder.takenBack],
          [inAnyOrder.state, inAnyOrder.credited, inAnyOrder.takenBack]
        )
      }),
      { numRuns: 1_000 }
    )
  })

  test('never move more than was bought, and move exactly what is due', ({ assert }) => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 12 }), (events) => {
        const { facts, credited, takenBack } = play(events)
        assert.equal(credited, facts.isPaid ? 500 : 0)
        assert.isAtLeast(takenBack, 0)
        assert.isAtMost(takenBack, credited)
        assert.equal(takenBack, rubiesTakenBack(facts, terms))
      }),
      { numRuns: 1_000 }
    )
  })
})
