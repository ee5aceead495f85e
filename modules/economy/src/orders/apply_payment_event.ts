import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { TestGates } from '#modules/kernel/gates'
import { isId } from '#modules/kernel/ids'
import { Mail } from '#modules/mail/index'
import type { PaymentEvent } from '#plugins/contract/payment'
import type { OrderState } from '../../api.ts'
import { addEvent, movementsOf, newlyRefunded, stateOf, type Movement } from '../domain/order_facts.ts'
import { isClosed } from '../actions/close_ruby_account.ts'
import { DatabaseLedger } from '../ledger/database_ledger.ts'
import { receiptMail, refundMail, type ReceiptDetails, type RefundDetails } from './order_mails.ts'
import {
  assignPayment,
  isPaymentOfAnotherOrder,
  lockOrder,
  lockPayment,
  recordEvent,
  saveOrder,
  type Order,
} from './order_store.ts'

/** Why an event changes nothing. `second_payment`: another payment for a paid order, to be refunded by hand. */
export type EventRefusal =
  'unknown_order' | 'wrong_amount' | 'wrong_currency' | 'payment_of_another_order' | 'second_payment'

export type EventOutcome =
  /** `isOwnerGone`: the rubies were credited to an account whose owner is gone. The money has to be refunded by hand. */
  | { kind: 'applied'; orderId: string; state: OrderState; movements: Movement[]; isOwnerGone?: true }
  | { kind: 'repeated' }
  /** The event is stored until an order has its payment. */
  | { kind: 'kept' }
  | { kind: 'refused'; reason: EventRefusal }

/**
 * Applies a provider's event to its order, in one transaction or the caller's. Idempotent by event id and by the order's facts. Changes nothing when
 * order, amount or currency don't match.
 */
@inject()
export class ApplyPaymentEvent {
  constructor(
    private readonly db: Database,
    private readonly ledger: DatabaseLedger,
    private readonly mail: Mail,
    private readonly logger: Logger,
    private readonly test: TestGates
  ) {}

  async run(provider: string, event: PaymentEvent, trx?: TransactionClientContract): Promise<EventOutcome> {
    const outcome = await (trx
      ? this.#apply(trx, provider, event)
      : this.db.transaction((own) => this.#apply(own, provider, event)))
    this.#log(provider, event, outcome)
    return outcome
  }

  async #apply(trx: TransactionClientContract, provider: string, event: PaymentEvent): Promise<EventOutcome> {
    const { orderId, paymentReference } = event
    if (paymentReference !== null) await lockPayment(trx, provider, paymentReference)
    const order = await this.#find(trx, provider, event)
    if (!order) {
      if (orderId !== null || paymentReference === null || !mayNamePaymentOnly(event)) return refused('unknown_order')
      if (!hasValidAmount(event)) return refused('wrong_amount')
      return (await recordEvent(trx, provider, event, null)) ? { kind: 'kept' } : { kind: 'repeated' }
    }
    const refusal = await this.#refusal(trx, order, event)
    if (refusal) return refused(refusal)
    if (!(await recordEvent(trx, provider, event, order.id))) return { kind: 'repeated' }

    const events = [event]
    if (paymentReference !== null && order.paymentReference !== paymentReference) {
      const waiting = await assignPayment(trx, order, paymentReference)
      events.push(...waiting.filter((other) => !('currency' in other) || other.currency === order.terms.currency))
    }
    const movements: Movement[] = []
    for (const each of events) movements.push(...(await this.#move(trx, order, each)))
    await saveOrder(trx, order)
    await this.test.gates?.('event_applied', [order.id])
    const isOwnerGone = movements.some(({ kind }) => kind === 'credit') && (await isClosed(order.userId, trx))
    const applied = { kind: 'applied', orderId: order.id, state: stateOf(order.facts, order.terms), movements } as const
    return isOwnerGone ? { ...applied, isOwnerGone } : applied
  }

  async #find(trx: TransactionClientContract, provider: string, { orderId, paymentReference }: PaymentEvent) {
    if (orderId === null) return paymentReference === null ? null : lockOrder(trx, { provider, paymentReference })
    const order = isId(orderId) ? await lockOrder(trx, { id: orderId }) : null
    return order?.provider === provider ? order : null
  }

  async #refusal(trx: TransactionClientContract, order: Order, event: PaymentEvent): Promise<EventRefusal | null> {
    const { terms, facts } = order
    if ('currency' in event && event.currency !== terms.currency) return 'wrong_currency'
    if (event.type === 'paid' && event.amountCents !== terms.amountCents) return 'wrong_amount'
    if (!hasValidAmount(event)) return 'wrong_amount'
    const { paymentReference } = event
    if (paymentReference === null || paymentReference === order.paymentReference) return null
    if (facts.isPaid && order.paymentReference !== null)
      return event.type === 'paid' ? 'second_payment' : 'payment_of_another_order'
    return (await isPaymentOfAnotherOrder(trx, order, paymentReference)) ? 'payment_of_another_order' : null
  }

  /** Adds the event to the order's facts, posts the resulting movements and queues the mails about them. */
  async #move(trx: TransactionClientContract, order: Order, event: PaymentEvent): Promise<Movement[]> {
    const { id, userId, terms, facts: before, takenBack } = order
    const after = addEvent(before, event, terms)
    const movements = movementsOf({ before, after, takenBack }, event.type, terms)
    order.facts = after
    for (const { kind, type, amount } of movements) {
      const description = describe(type, terms.rubies)
      const key = type === 'purchase' ? `order:${id}:purchase` : `order:${id}:${type}:${event.eventId}`
      if (kind === 'credit') await this.ledger.post({ userId, amount, type, description, key }, trx)
      else await this.ledger.takeBack({ userId, amount, type, description, key }, trx)
      if (type !== 'purchase') order.takenBack += kind === 'take_back' ? amount : -amount
    }
    const details = { userId, orderId: id }
    if (movements.some(({ type }) => type === 'purchase'))
      await this.mail.enqueue<ReceiptDetails>({ kind: receiptMail, userId, details }, trx)
    const refundedCents = newlyRefunded(before, after)
    const rubies = movements.find(({ type }) => type === 'refund')?.amount ?? 0
    if (refundedCents > 0)
      await this.mail.enqueue<RefundDetails>(
        { kind: refundMail, userId, details: { ...details, refundedCents, rubies } },
        trx
      )
    return movements
  }

  /** Logs ids and the outcome only. */
  #log(provider: string, { eventId, type, orderId }: PaymentEvent, outcome: EventOutcome) {
    const line = { provider, eventId, type, orderId, ...outcome }
    if (outcome.kind === 'applied' && outcome.isOwnerGone)
      return this.logger.error(line, 'payment for a deleted account: refund it at the provider')
    if (outcome.kind !== 'refused') return this.logger.info(line, `payment event ${outcome.kind}`)
    const level = outcome.reason === 'unknown_order' ? 'warn' : 'error'
    this.logger[level](line, 'payment event refused: nothing was changed')
  }
}

/** Whether the event carries a valid amount. A payment's amount is compared with the price instead. */
const hasValidAmount = (event: PaymentEvent) => {
  if (event.type === 'refunded') return isCents(event.refundedCents)
  return !('disputeId' in event || 'refundId' in event) || isCents(event.amountCents)
}

const isCents = (amount: number) => Number.isSafeInteger(amount) && amount > 0

const refused = (reason: EventRefusal): EventOutcome => ({ kind: 'refused', reason })

/** Events that may refer to a payment without naming an order. */
const mayNamePaymentOnly = ({ type }: PaymentEvent) =>
  type === 'refunded' ||
  type === 'refund_failed' ||
  type === 'disputed' ||
  type === 'dispute_won' ||
  type === 'dispute_lost'

const describe = (type: Movement['type'], rubies: number): string => {
  switch (type) {
    case 'purchase':
      return `Bought ${rubies} rubies`
    case 'refund':
      return `Refund of a purchase of ${rubies} rubies`
    case 'refund_failed':
      return `Failed refund of a purchase of ${rubies} rubies`
    case 'dispute':
      return `Disputed payment for ${rubies} rubies`
    case 'dispute_won':
      return `Settled dispute about ${rubies} rubies`
  }
}
