import { Database } from '@adonisjs/lucid/database'
import app from '@adonisjs/core/services/app'
import fc from 'fast-check'
import { newId } from '#modules/kernel/ids'
import type { PaymentEvent } from '#plugins/contract/payment'
import { DatabaseLedger } from '../src/ledger/database_ledger.ts'
import { ApplyPaymentEvent } from '../src/orders/apply_payment_event.ts'
import { refusedBy, type Fixture } from './support.ts'

/** One operation on the ledger. `nth` selects from the newest existing items, modulo their count. */
export type Step =
  | { verb: 'grant' | 'deduct' | 'hold'; who: number; amount: number }
  | { verb: 'spend all'; who: number }
  | { verb: 'claim'; who: number; day: number }
  | { verb: 'hold again' | 'take' | 'give back' | 'expire'; nth: number }
  | { verb: 'order'; who: number; amount: number }
  | { verb: 'report'; nth: number; type: PaymentEvent['type']; percent: number; dispute: number; repeats: boolean }

const who = fc.nat({ max: 2 })
const nth = fc.nat({ max: 5 })
const amount = fc.integer({ min: 1, max: 20 })
const eventType = fc.constantFrom<PaymentEvent['type']>(
  'paid',
  'paid',
  'paid',
  'refunded',
  'refunded',
  'refunded',
  'disputed',
  'disputed',
  'disputed',
  'dispute_won',
  'dispute_lost',
  'pending',
  'failed',
  'expired'
)

export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ verb: fc.constant('grant' as const), who, amount }) },
  { weight: 2, arbitrary: fc.record({ verb: fc.constant('deduct' as const), who, amount }) },
  { weight: 2, arbitrary: fc.record({ verb: fc.constant('spend all' as const), who }) },
  { weight: 1, arbitrary: fc.record({ verb: fc.constant('claim' as const), who, day: fc.nat({ max: 30 }) }) },
  { weight: 3, arbitrary: fc.record({ verb: fc.constant('hold' as const), who, amount }) },
  {
    weight: 4,
    arbitrary: fc.record({
      verb: fc.constantFrom('take' as const, 'give back' as const, 'expire' as const, 'hold again' as const),
      nth,
    }),
  },
  { weight: 2, arbitrary: fc.record({ verb: fc.constant('order' as const), who, amount }) },
  {
    weight: 7,
    arbitrary: fc.record({
      verb: fc.constant('report' as const),
      nth,
      type: eventType,
      percent: fc.constantFrom(100, 100, 50, 33, 1),
      dispute: fc.nat({ max: 1 }),
      repeats: fc.boolean(),
    }),
  }
)

export interface Hold {
  id: string
  userId: string
  amount: number
}

export interface Order {
  id: string
  userId: string
  rubies: number
  cents: number
}

export interface World {
  users: string[]
  holds: Hold[]
  orders: Order[]
  events: { order: Order; event: PaymentEvent }[]
}

export const newWorld = async ({ account }: Fixture): Promise<World> => ({
  users: await Promise.all(Array.from({ length: 3 }, () => account(0))),
  holds: [],
  orders: [],
  events: [],
})

const nthOf = <Item>(items: readonly Item[], n: number): Item | undefined =>
  items[items.length - 1 - (n % items.length)]

const silent = { info() {}, warn() {}, error() {} } as never

/** A step, the items that it used, and its outcome: a violated constraint, a state or a result. */
export interface Done {
  step: Step
  hold?: Hold
  order?: Order
  event?: PaymentEvent
  userId?: string
  outcome: string
}

/** Returns a function that runs steps against the database as the product would. Several such functions may share a world. */
export const player = async (fixture: Fixture) => {
  const { db, ledger, owner } = fixture
  const apply = new ApplyPaymentEvent(db, new DatabaseLedger(db), { enqueue: async () => {} } as never, silent, {})
  const database = await app.container.make(Database)
  // Each step is at least a millisecond later, which decides between reports of a dispute.
  let clock = Date.UTC(2026, 0, 1)

  const post = async (
    userId: string,
    amount: number,
    type: 'admin_grant' | 'admin_deduction' | 'daily_reward',
    key: string
  ) => {
    const posted = await ledger.post({ userId, amount, type, description: '', key })
    return posted.ok ? 'posted' : 'insufficient_rubies'
  }

  const newEvent = (order: Order, { type, percent, dispute }: Extract<Step, { verb: 'report' }>): PaymentEvent => {
    const cents = Math.max(1, Math.floor((order.cents * percent) / 100))
    // Providers name the order where they can, otherwise only the payment.
    const byPayment = type === 'refunded' || type.startsWith('dispute')
    return {
      eventId: newId(),
      orderId: byPayment ? null : order.id,
      paymentReference: type === 'paid' || byPayment ? `payment_${order.id}` : null,
      occurredAt: new Date((clock += 1)),
      type,
      ...((type === 'paid' || byPayment) && { currency: 'usd' }),
      ...(type === 'paid' && { amountCents: order.cents }),
      ...(type === 'refunded' && { refundedCents: cents }),
      ...(type.startsWith('dispute') && { disputeId: `dispute_${dispute}`, amountCents: cents }),
    } as PaymentEvent
  }

  return async (world: World, step: Step): Promise<Done> => {
    const { users, holds, orders, events } = world
    switch (step.verb) {
      case 'grant':
      case 'deduct': {
        const userId = users[step.who]!
        const granted = step.verb === 'grant'
        const type = granted ? 'admin_grant' : 'admin_deduction'
        return { step, userId, outcome: await post(userId, granted ? step.amount : -step.amount, type, newId()) }
      }
      case 'spend all': {
        const userId = users[step.who]!
        const rubies = await ledger.rubies(userId)
        const outcome = rubies > 0 ? await post(userId, -rubies, 'admin_deduction', newId()) : 'nothing to spend'
        return { step, userId, outcome }
      }
      case 'claim': {
        const userId = users[step.who]!
        return { step, userId, outcome: await post(userId, 10, 'daily_reward', `daily_reward:${step.day}`) }
      }
      case 'hold': {
        const hold = { id: newId(), userId: users[step.who]!, amount: step.amount }
        const outcome = await refusedBy(() => fixture.hold(hold.userId, hold.id, hold.amount))
        if (outcome === 'nothing') holds.push(hold)
        return { step, hold, userId: hold.userId, outcome }
      }
      case 'order': {
        const order = { id: newId(), userId: users[step.who]!, rubies: step.amount, cents: 3 * step.amount + 1 }
        await database.rawQuery(
          `INSERT INTO ruby_orders (id, user_id, rubies, amount_cents, currency, provider, expires_at)
           VALUES (?::uuid, ?::uuid, ?::bigint, ?::bigint, 'usd', 'steps', now() + interval '1 hour')`,
          [order.id, order.userId, order.rubies, order.cents]
        )
        orders.push(order)
        return { step, order, userId: order.userId, outcome: 'open' }
      }
      case 'report': {
        const repeated = step.repeats ? nthOf(events, step.nth) : undefined
        const order = repeated?.order ?? nthOf(orders, step.nth)
        if (!order) return { step, outcome: 'nothing to do' }
        const event = repeated?.event ?? newEvent(order, step)
        events.push({ order, event })
        const { kind } = await apply.run('steps', event)
        return { step, order, event, userId: order.userId, outcome: kind }
      }
    }

    const hold = nthOf(holds, step.nth)
    if (!hold) return { step, outcome: 'nothing to do' }
    const done = { step, hold, userId: hold.userId }
    switch (step.verb) {
      case 'hold again':
        return { ...done, outcome: await refusedBy(() => fixture.hold(hold.userId, hold.id, hold.amount)) }
      case 'take':
        return {
          ...done,
          outcome: (await fixture.takeShared(hold, otherUser(world, hold.userId), 15)) ? 'taken' : 'not taken',
        }
      case 'give back':
        return { ...done, outcome: (await fixture.giveBack(hold.userId, hold.id)) ?? 'unknown' }
      case 'expire':
        await owner.rawQuery(`UPDATE ruby_holds SET expires_at = '-infinity' WHERE id = ?::uuid AND state = 'held'`, [
          hold.id,
        ])
        await ledger.expireHolds()
        return { ...done, outcome: 'expired' }
    }
  }
}

/** The creator of the character that replied. */
const otherUser = ({ users }: World, userId: string) => users[(users.indexOf(userId) + 1) % users.length]!

/** Selects the accounts, and whether each satisfies all invariants, in one statement. */
export const accountsQuery = `
  SELECT a.user_id, a.balance::int, a.held::int, a.debt::int, a.bought::int, (
    0 <= a.held AND a.held <= a.balance AND 0 <= a.debt AND (a.debt = 0 OR a.held = a.balance) AND a.bought BETWEEN 0 AND a.balance
    AND a.balance = (SELECT coalesce(sum(amount), 0) FROM ruby_transactions t WHERE t.user_id = a.user_id)
    AND a.held = (SELECT coalesce(sum(amount), 0) FROM ruby_holds h WHERE h.user_id = a.user_id AND h.state = 'held')
    AND a.debt = (SELECT coalesce(sum(amount), 0) FROM ruby_debts d WHERE d.user_id = a.user_id)
    AND a.seq = (SELECT count(*) FROM ruby_transactions t WHERE t.user_id = a.user_id)
    AND a.balance = coalesce((SELECT balance_after FROM ruby_transactions t WHERE t.user_id = a.user_id AND t.seq = a.seq), 0)
    AND (SELECT count(*) FROM ruby_holds h WHERE h.user_id = a.user_id AND h.state = 'taken')
      = (SELECT count(*) FROM ruby_transactions t WHERE t.user_id = a.user_id AND t.hold_id IS NOT NULL)
    AND (SELECT coalesce(sum(rubies - taken_back), 0) FROM ruby_orders o WHERE o.user_id = a.user_id AND o.paid_at IS NOT NULL)
      = (SELECT coalesce(sum(amount), 0) FROM ruby_transactions t
         WHERE t.user_id = a.user_id AND type IN ('purchase', 'refund', 'dispute', 'dispute_won'))
      - (SELECT coalesce(sum(amount), 0) FROM ruby_debts d WHERE d.user_id = a.user_id AND d.cause <> 'payment')
    AND a.bought + (SELECT coalesce(sum(bought - returned), 0) FROM share_accruals s WHERE s.user_id = a.user_id)
      <= (SELECT coalesce(sum(rubies - taken_back), 0) FROM ruby_orders o WHERE o.user_id = a.user_id AND o.paid_at IS NOT NULL)
    AND (SELECT coalesce(sum(amount), 0) FROM ruby_debts d WHERE d.user_id = a.user_id AND d.cause = 'payment')
      = (SELECT coalesce(sum(amount), 0) FROM ruby_transactions t WHERE t.user_id = a.user_id AND type = 'debt_payment')
  ) AS is_right FROM ruby_accounts a WHERE a.user_id = ANY (?::uuid[])`

export interface AccountRow {
  user_id: string
  balance: number
  held: number
  debt: number
  bought: number
  is_right: boolean
}
