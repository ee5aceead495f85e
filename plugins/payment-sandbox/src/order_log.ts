import { ProviderError } from '../../contract/errors.ts'
import type { ReportedOrder, PaymentEvent, PaymentOrder, PaymentStatus } from '../../contract/payment.ts'
import type { DerivedIds } from './derived_ids.ts'

/** An order in its stored form. `expiresAtMs` is in milliseconds since 1970. */
export type StoredOrder = Omit<PaymentOrder, 'expiresAt'> & { expiresAtMs: number }

/** One event of an order. `refundedCents` is the total at that time, `cents` the amount of this refund. */
export interface Step {
  type: PaymentEvent['type']
  atMs: number
  refundedCents?: number
  disputeId?: string
  refundId?: string
  cents?: number
}

/** An order and the append-only list of its events. */
export interface OrderLog {
  order: StoredOrder
  steps: Step[]
}

export interface State {
  status: PaymentStatus
  refundedCents: number
  /** The id of the open dispute. Null if no dispute is open. */
  disputeId: string | null
}

export function stateOf({ order, steps }: OrderLog, nowMs: number): State {
  const state: State = { status: 'open', refundedCents: 0, disputeId: null }
  for (const { type, refundedCents, disputeId } of steps) {
    if (type === 'refunded' || type === 'refund_failed') state.refundedCents = refundedCents ?? 0
    else if (type === 'disputed') state.disputeId = disputeId ?? null
    else if (type === 'dispute_won' || type === 'dispute_lost') state.disputeId = null
    else state.status = type
  }
  if (state.status === 'open' && nowMs >= order.expiresAtMs) state.status = 'expired'
  return state
}

export function reportedOrderOf(log: OrderLog, ids: DerivedIds, nowMs: number): ReportedOrder {
  const { status, refundedCents } = stateOf(log, nowMs)
  const { id, amountCents, currency } = log.order
  const isPaid = status === 'paid'
  const failedRefunds = log.steps.flatMap(({ type, refundId = '', cents = 0 }) =>
    type === 'refund_failed' ? [{ refundId, amountCents: cents, currency }] : []
  )
  const disputes = disputesOf(log)
  return {
    status,
    paymentReference: status === 'open' || status === 'expired' ? null : ids.payment(id),
    amountCents: isPaid ? amountCents : null,
    currency: isPaid ? currency : null,
    refundedCents,
    ...(failedRefunds.length > 0 && { failedRefunds }),
    ...(disputes.length > 0 && { disputes }),
  }
}

const disputesOf = ({ order: { amountCents, currency }, steps }: OrderLog): NonNullable<ReportedOrder['disputes']> => {
  const states = new Map<string, 'open' | 'won' | 'lost'>()
  for (const { type, disputeId = '' } of steps) {
    if (type === 'disputed') states.set(disputeId, 'open')
    else if (type === 'dispute_won') states.set(disputeId, 'won')
    else if (type === 'dispute_lost') states.set(disputeId, 'lost')
  }
  return [...states].map(([disputeId, state]) => ({ disputeId, state, amountCents, currency }))
}

/** Returns the latest refund that has not failed. */
const lastRefund = (steps: readonly Step[]): Step | undefined => {
  const failed = new Set(steps.flatMap(({ type, refundId }) => (type === 'refund_failed' ? [refundId] : [])))
  return steps.findLast(
    ({ type, refundId, cents }) => type === 'refunded' && cents !== undefined && !failed.has(refundId)
  )
}

const allowed: Record<Step['type'], (state: State, steps: readonly Step[]) => boolean> = {
  pending: ({ status }) => status === 'open',
  paid: ({ status }) => status === 'open' || status === 'pending',
  failed: ({ status }) => status === 'open' || status === 'pending',
  // An expiry is reported only once.
  expired: ({ status }, steps) => steps.length === 0 && (status === 'open' || status === 'expired'),
  refunded: ({ status }) => status === 'paid',
  refund_failed: (_state, steps) => lastRefund(steps) !== undefined,
  disputed: ({ status, disputeId }) => status === 'paid' && disputeId === null,
  dispute_won: ({ disputeId }) => disputeId !== null,
  dispute_lost: ({ disputeId }) => disputeId !== null,
}

/** Returns the next step. Throws `bad_request` when the state doesn't allow it, or when a refund exceeds the amount left. */
export function nextStep(log: OrderLog, type: Step['type'], ids: DerivedIds, nowMs: number, cents?: number): Step {
  const { id, amountCents } = log.order
  const state = stateOf(log, nowMs)
  if (!allowed[type](state, log.steps))
    throw new ProviderError('bad_request', `The order is ${state.status} in the sandbox and can't be ${type} now.`)
  switch (type) {
    case 'refunded': {
      const left = amountCents - state.refundedCents
      const back = cents ?? left
      if (!Number.isSafeInteger(back) || back <= 0 || back > left)
        throw new ProviderError('bad_request', `Only ${left} cents of this order can still be refunded.`)
      const refundId = ids.refund(id, log.steps.length)
      return { type, atMs: nowMs, refundedCents: state.refundedCents + back, refundId, cents: back }
    }
    case 'refund_failed': {
      const { refundId, cents: failed = 0 } = lastRefund(log.steps)!
      return { type, atMs: nowMs, refundedCents: state.refundedCents - failed, refundId, cents: failed }
    }
    case 'disputed':
      return { type, atMs: nowMs, disputeId: ids.dispute(id, log.steps.length) }
    case 'dispute_won':
    case 'dispute_lost':
      return { type, atMs: nowMs, disputeId: state.disputeId! }
    default:
      return { type, atMs: nowMs }
  }
}

/** Returns the `n`th step as an event of the contract. Always returns the same event. */
export function eventOf({ order, steps }: OrderLog, n: number, ids: DerivedIds): PaymentEvent {
  const { type, atMs, refundedCents = 0, disputeId = '', refundId = '', cents = 0 } = steps[n]!
  const { id: orderId, amountCents, currency } = order
  const base = {
    eventId: ids.event(orderId, n),
    orderId,
    paymentReference: type === 'expired' ? null : ids.payment(orderId),
    occurredAt: new Date(atMs),
  }
  switch (type) {
    case 'paid':
      return { type, ...base, amountCents, currency }
    case 'refunded':
      return { type, ...base, refundedCents, currency }
    case 'refund_failed':
      return { type, ...base, refundId, amountCents: cents, currency }
    case 'disputed':
    case 'dispute_won':
    case 'dispute_lost':
      return { type, ...base, disputeId, amountCents, currency }
    default:
      return { type, ...base }
  }
}
