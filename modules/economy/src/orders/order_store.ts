import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { PaymentEvent } from '#plugins/contract/payment'
import { waitForLock } from '#modules/kernel/locks'
import { attributesOf, type Attributes } from '#modules/kernel/tables'
import { progressions, stateOf, type OrderFacts, type OrderTerms, type Progress } from '../domain/order_facts.ts'
import type { OrderState } from '../../api.ts'
import { FailedRefundRow } from '../tables/failed_refund_row.ts'
import type { PaymentEventRow } from '../tables/payment_event_row.ts'
import { RefundReportRow } from '../tables/refund_report_row.ts'
import { RubyDisputeRow } from '../tables/ruby_dispute_row.ts'
import { RubyOrderRow } from '../tables/ruby_order_row.ts'
import { RubyPaymentRow } from '../tables/ruby_payment_row.ts'

export interface Order {
  id: string
  userId: string
  provider: string
  paymentReference: string | null
  state: OrderState
  terms: OrderTerms
  facts: OrderFacts
  /** Rubies taken back so far. */
  takenBack: number
}

/** The query builder accepts null, but its types don't. */
const orNull = (value: string | Date | null) => value as string | Date

/**
 * Serializes work on one payment until the end of the transaction, so that a refund without an order can't miss the event that links its
 * payment. Lock order: payment, then order.
 */
export const lockPayment = (trx: TransactionClientContract, provider: string, paymentReference: string) =>
  waitForLock(trx, `payment ${provider} ${paymentReference}`)

/** Locks the order with this id or payment. Returns null if there is none. */
export const lockOrder = async (
  trx: TransactionClientContract,
  by: { id: string } | { provider: string; paymentReference: string }
): Promise<Order | null> => {
  const [from, values] =
    'id' in by
      ? ['ruby_orders o WHERE o.id = ?::uuid', [by.id]]
      : [
          `ruby_payments p JOIN ruby_orders o ON o.user_id = p.user_id AND o.id = p.order_id
           WHERE p.provider = ? AND p.payment_reference = ?`,
          [by.provider, by.paymentReference],
        ]
  const { rows } = await trx.rawQuery<{ rows: Attributes<RubyOrderRow>[] }>(
    `-- all users: providers don't know them
     SELECT ${attributesOf(RubyOrderRow, { alias: 'o' })} FROM ${from} FOR UPDATE OF o`,
    values
  )
  const row = rows[0]
  if (!row) return null
  const { userId, id } = row
  const disputes = await RubyDisputeRow.of(userId, { client: trx }).where('orderId', id)
  const reports = await RefundReportRow.of(userId, { client: trx }).where('orderId', id)
  const failures = await FailedRefundRow.of(userId, { client: trx }).where('orderId', id)
  return {
    id,
    userId,
    provider: row.provider,
    paymentReference: row.paymentReference,
    state: row.state,
    terms: { rubies: Number(row.rubies), amountCents: Number(row.amountCents), currency: row.currency },
    facts: {
      // The progress is irrelevant after the payment.
      progress: progressions.includes(row.state as Progress) ? (row.state as Progress) : 'open',
      isPaid: row.paidAt !== null,
      refundedCents: Number(row.refundedCents),
      refundReports: reports.map(({ refundedCents, reportedAt }) => ({
        refundedCents: Number(refundedCents),
        reportedAt,
      })),
      failedRefunds: new Map(
        failures.map(({ refundId, amountCents, failedAt }) => [
          refundId,
          { amountCents: Number(amountCents), failedAt },
        ])
      ),
      disputes: new Map(
        disputes.map(({ disputeId, state, amountCents, decidedAt }) => [
          disputeId,
          { state, amountCents: Number(amountCents), decidedAt },
        ])
      ),
    },
    takenBack: Number(row.takenBack),
  }
}

/** Saves the facts of a locked order. */
export const saveOrder = async (
  trx: TransactionClientContract,
  { id, userId, terms, facts, takenBack, paymentReference }: Order
) => {
  await trx.rawQuery(
    `UPDATE ruby_orders SET state = ?, refunded_cents = ?::bigint, taken_back = ?::bigint, payment_reference = ?,
       paid_at = CASE WHEN ? THEN coalesce(paid_at, clock_timestamp()) END, changed_at = clock_timestamp()
     WHERE user_id = ?::uuid AND id = ?::uuid`,
    [stateOf(facts, terms), facts.refundedCents, takenBack, orNull(paymentReference), facts.isPaid, userId, id]
  )
  for (const { refundedCents, reportedAt } of facts.refundReports)
    await trx.rawQuery(
      `INSERT INTO ruby_refund_reports (user_id, order_id, reported_at, refunded_cents)
       VALUES (?::uuid, ?::uuid, ?::timestamptz, ?::bigint) ON CONFLICT DO NOTHING`,
      [userId, id, reportedAt, refundedCents]
    )
  for (const [refundId, { amountCents, failedAt }] of facts.failedRefunds)
    await trx.rawQuery(
      `INSERT INTO ruby_failed_refunds (user_id, order_id, refund_id, amount_cents, failed_at)
       VALUES (?::uuid, ?::uuid, ?, ?::bigint, ?::timestamptz)
       ON CONFLICT (user_id, order_id, refund_id) DO UPDATE SET amount_cents = excluded.amount_cents, failed_at = excluded.failed_at`,
      [userId, id, refundId, amountCents, failedAt]
    )
  for (const [disputeId, { state, amountCents, decidedAt }] of facts.disputes)
    await trx.rawQuery(
      `INSERT INTO ruby_disputes (user_id, order_id, dispute_id, state, amount_cents, decided_at)
       VALUES (?::uuid, ?::uuid, ?, ?, ?::bigint, ?::timestamptz)
       ON CONFLICT (user_id, order_id, dispute_id) DO UPDATE
       SET state = excluded.state, amount_cents = excluded.amount_cents, decided_at = excluded.decided_at`,
      [userId, id, disputeId, state, amountCents, orNull(decidedAt)]
    )
}

/** Whether a different order has this payment. */
export const isPaymentOfAnotherOrder = async (
  trx: TransactionClientContract,
  { id, provider }: Order,
  paymentReference: string
) => {
  const { rows } = await trx.rawQuery<{ rows: unknown[] }>(
    'SELECT FROM ruby_payments WHERE provider = ? AND payment_reference = ? AND order_id <> ?::uuid',
    [provider, paymentReference, id]
  )
  return rows.length > 0
}

/** Records an event as applied to an order, or as waiting for one. Returns false if it was recorded before. */
export const recordEvent = async (
  trx: TransactionClientContract,
  provider: string,
  event: PaymentEvent,
  orderId: string | null
): Promise<boolean> => {
  const { rows } = await trx.rawQuery<{ rows: unknown[] }>(
    `INSERT INTO payment_events (provider, event_id, type, order_id, payment_reference, event, applied_at)
     VALUES (?, ?, ?, ?::uuid, ?, ?::jsonb, CASE WHEN ? THEN clock_timestamp() END)
     ON CONFLICT (provider, event_id, type) DO NOTHING RETURNING 1`,
    [
      provider,
      event.eventId,
      event.type,
      orNull(orderId),
      orNull(event.paymentReference),
      JSON.stringify(event),
      orderId !== null,
    ]
  )
  return rows.length > 0
}

/** Gives the order this payment instead of its previous one. Returns the events that waited for the payment, oldest first. */
export const assignPayment = async (
  trx: TransactionClientContract,
  order: Order,
  paymentReference: string
): Promise<PaymentEvent[]> => {
  const { id, userId, provider } = order
  if (order.paymentReference !== null)
    await trx.rawQuery('DELETE FROM ruby_payments WHERE provider = ? AND payment_reference = ?', [
      provider,
      order.paymentReference,
    ])
  await RubyPaymentRow.create({ provider, paymentReference, userId, orderId: id }, { client: trx })
  order.paymentReference = paymentReference
  const { rows } = await trx.rawQuery<{ rows: Pick<PaymentEventRow, 'event'>[] }>(
    `WITH applied AS (
       UPDATE payment_events SET order_id = ?::uuid, applied_at = clock_timestamp()
       WHERE provider = ? AND payment_reference = ? AND applied_at IS NULL RETURNING event, received_at
     ) SELECT event FROM applied ORDER BY received_at`,
    [id, provider, paymentReference]
  )
  return rows.map(({ event }) => ({ ...event, occurredAt: new Date(event.occurredAt) }))
}
