import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { Database } from '@adonisjs/lucid/database'
import { Timers } from '#plugins/contract/timers'
import type { ReportedOrder, PaymentEvent, PaymentProvider } from '#plugins/contract/payment'
import type { OrderState } from '../../api.ts'
import { PaymentSettings } from '../economy_settings.ts'
import { isId, nilUuid } from '#modules/kernel/ids'
import { attributesOf, type Attributes } from '#modules/kernel/tables'
import { RubyOrderRow } from '../tables/ruby_order_row.ts'
import { ApplyPaymentEvent } from './apply_payment_event.ts'
import { OrderReconciliation, type ReconciledOrder } from './order_reconciliation.ts'

const lookUpTimeoutMs = 10_000
const ordersPerStatement = 20

/** Ages at which a paid order is looked up again: most disputes arrive within 120 days. */
const lookAgainAfter = ['1 day', '7 days', '30 days', '90 days', '120 days']
/** Interval between retries after a failed look-up. */
const retryAfter = `INTERVAL '6 hours'`
const tooOldAfter = `INTERVAL '130 days'`

type Row = Attributes<RubyOrderRow> & { isOver: boolean }
const returned = attributesOf(RubyOrderRow, { alias: 'o' })

/**
 * Looks up orders at the provider, in case webhooks were lost. Answers are applied as events, so webhooks and look-ups may arrive in any
 * order. An order that the provider doesn't know has expired once its lifetime is over. Paid orders are looked up a few more times for
 * refunds and disputes.
 */
@inject()
export class ReconcileOrders extends OrderReconciliation {
  constructor(
    private readonly db: Database,
    private readonly applyEvent: ApplyPaymentEvent,
    private readonly payments: PaymentSettings,
    private readonly timers: Timers,
    private readonly logger: Logger
  ) {
    super()
  }

  async all(signal: AbortSignal = new AbortController().signal, onAsked: (count: number) => void = () => {}) {
    const reconciled: ReconciledOrder[] = []
    for (let after = nilUuid; !signal.aborted;) {
      const { rows } = await this.db.rawQuery<{ rows: Row[] }>(
        `-- all users: reconciliation
         UPDATE ruby_orders o SET asked_at = clock_timestamp() FROM (
           SELECT user_id, id FROM ruby_orders WHERE state IN ('open', 'pending') AND id > ?::uuid ORDER BY id LIMIT ?::int FOR UPDATE
         ) due WHERE o.user_id = due.user_id AND o.id = due.id
         RETURNING ${returned}, o.expires_at < clock_timestamp() AS "isOver"`,
        [after, ordersPerStatement]
      )
      rows.sort((a, b) => (a.id < b.id ? -1 : 1))
      for await (const order of this.#each(rows, signal)) onAsked(reconciled.push(order))
      if (rows.length < ordersPerStatement) break
      after = rows.at(-1)!.id
    }
    return reconciled
  }

  async one(orderId: string) {
    const { provider } = this.payments
    if (!provider || !isId(orderId)) return null
    const { rows } = await this.db.rawQuery<{ rows: Row[] }>(
      `-- all users: providers don't know them
       UPDATE ruby_orders o SET asked_at = clock_timestamp() WHERE o.id = ?::uuid AND o.provider = ?
       RETURNING ${returned}, o.expires_at < clock_timestamp() AS "isOver"`,
      [orderId, provider.name]
    )
    return rows[0] ? this.#reconcile(rows[0], new AbortController().signal) : null
  }

  /** Looks up due orders: unpaid ones that are older than five minutes, at growing intervals, and paid ones. Processes share the work. */
  async due(signal: AbortSignal) {
    return [...(await this.#dueUnpaid(signal)), ...(await this.#duePaid(signal))]
  }

  /** Claims orders by scheduling a retry. A successful look-up then sets the regular time. */
  async #duePaid(signal: AbortSignal) {
    const { rows } = await this.db.rawQuery<{ rows: Row[] }>(
      `-- all users: reconciliation
       UPDATE ruby_orders o SET asked_at = clock_timestamp(),
         look_again_at = CASE WHEN paid_at > clock_timestamp() - ${tooOldAfter} THEN clock_timestamp() + ${retryAfter} END
       FROM (
         SELECT user_id, id FROM ruby_orders WHERE paid_at IS NOT NULL AND look_again_at <= clock_timestamp()
         ORDER BY look_again_at LIMIT ?::int FOR UPDATE SKIP LOCKED
       ) due WHERE o.user_id = due.user_id AND o.id = due.id
       RETURNING ${returned}, false AS "isOver"`,
      [ordersPerStatement]
    )
    const reconciled: ReconciledOrder[] = []
    for (const row of rows) {
      if (signal.aborted) break
      const order = await this.#reconcile(row, signal)
      if (order.outcome !== 'failed') await this.#scheduleNextLookUp(row)
      reconciled.push(order)
    }
    return reconciled
  }

  async #scheduleNextLookUp({ userId, id }: Row) {
    await this.db.rawQuery(
      `UPDATE ruby_orders SET look_again_at = (
         SELECT min(paid_at + age) FROM unnest(?::interval[]) age WHERE paid_at + age > clock_timestamp()
       ) WHERE user_id = ?::uuid AND id = ?::uuid`,
      [lookAgainAfter, userId, id] as never
    )
  }

  async #dueUnpaid(signal: AbortSignal) {
    const { rows } = await this.db.rawQuery<{ rows: Row[] }>(
      `-- all users: reconciliation
       UPDATE ruby_orders o SET asked_at = clock_timestamp() FROM (
         SELECT user_id, id FROM ruby_orders
         WHERE state IN ('open', 'pending') AND created_at < clock_timestamp() - INTERVAL '5 minutes'
           AND coalesce(asked_at, '-infinity') < clock_timestamp()
             - least(greatest((clock_timestamp() - created_at) / 4, INTERVAL '5 minutes'), INTERVAL '6 hours')
         ORDER BY asked_at NULLS FIRST LIMIT ?::int FOR UPDATE SKIP LOCKED
       ) due WHERE o.user_id = due.user_id AND o.id = due.id
       RETURNING ${returned}, o.expires_at < clock_timestamp() AS "isOver"`,
      [ordersPerStatement]
    )
    return Array.fromAsync(this.#each(rows, signal))
  }

  async *#each(rows: Row[], signal: AbortSignal): AsyncGenerator<ReconciledOrder> {
    for (const row of rows) if (!signal.aborted) yield await this.#reconcile(row, signal)
  }

  async #reconcile(row: Row, signal: AbortSignal): Promise<ReconciledOrder> {
    const { id, state: before, provider: name } = row
    const done = (outcome: ReconciledOrder['outcome'], after = before) => ({
      orderId: id,
      provider: name,
      before,
      after,
      outcome,
    })
    if (name !== this.payments.provider?.name) return done('not_asked')
    try {
      const found = await this.#lookUp(this.payments.provider, row, signal)
      let outcome: ReconciledOrder['outcome'] = 'asked'
      for (const event of eventsOf(row, found, this.timers.now())) {
        const applied = await this.applyEvent.run(name, event)
        if (applied.kind === 'refused') outcome = 'refused'
      }
      return done(outcome, await this.#stateOf(row))
    } catch (error) {
      this.logger.warn({ err: error, orderId: id, provider: name }, 'could not look up an order')
      return done('failed')
    }
  }

  async #lookUp(provider: PaymentProvider, { id, reference }: Row, signal: AbortSignal) {
    if (reference === null) return null
    return provider.lookUpOrder({ id, reference }, AbortSignal.any([signal, this.timers.timeout(lookUpTimeoutMs)]))
  }

  async #stateOf({ userId, id }: Row): Promise<OrderState> {
    const { rows } = await this.db.rawQuery<{ rows: [{ state: OrderState }] }>(
      'SELECT state FROM ruby_orders WHERE user_id = ?::uuid AND id = ?::uuid',
      [userId, id]
    )
    return rows[0].state
  }
}

/** Turns a look-up into events with stable ids, so the same answer is the same event. */
const eventsOf = ({ id, isOver }: Row, found: ReportedOrder | null, now: number): PaymentEvent[] => {
  const reported = (fact: string) => ({
    eventId: `looked_up:${id}:${fact}`,
    orderId: id,
    paymentReference: found?.paymentReference ?? null,
    occurredAt: new Date(now),
  })
  if (!found) return isOver ? [{ ...reported('expired'), type: 'expired' }] : []
  const { status, amountCents, currency, refundedCents, failedRefunds = [], disputes = [] } = found
  if (status === 'open') return []
  if (status !== 'paid') return [{ ...reported(status), type: status }]
  const events: PaymentEvent[] = [
    { ...reported('paid'), type: 'paid', amountCents: amountCents ?? 0, currency: currency ?? '' },
  ]
  // The reported total excludes failed refunds, so its event must be later than theirs. A further failure makes the total a new event.
  const before = new Date(now - 1)
  for (const failed of failedRefunds)
    events.push({
      ...reported(`refund_failed:${failed.refundId}`),
      type: 'refund_failed',
      occurredAt: before,
      ...failed,
    })
  const failedCents = failedRefunds.reduce((sum, failed) => sum + failed.amountCents, 0)
  if (refundedCents > 0) {
    const fact = failedCents > 0 ? `refunded:${refundedCents}:${failedCents}` : `refunded:${refundedCents}`
    events.push({ ...reported(fact), type: 'refunded', refundedCents, currency: currency ?? '' })
  }
  for (const { state, ...dispute } of disputes) {
    const type = state === 'open' ? 'disputed' : (`dispute_${state}` as const)
    events.push({ ...reported(`${type}:${dispute.disputeId}`), type, ...dispute })
  }
  return events
}
