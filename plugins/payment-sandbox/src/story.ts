import { ProviderError } from '../../contract/errors.ts'
import type { OrderStanding, PaymentEvent, PaymentOrder, PaymentStatus } from '../../contract/payment.ts'
import type { Names } from './names.ts'

/** The order as it is kept: its end in milliseconds since 1970. */
export type KeptOrder = Omit<PaymentOrder, 'expiresAt'> & { expiresAtMs: number }

/**
 * One thing that happened to an order. `refundedCents` is the total then, `disputeId` the dispute and `refundId` the refund it is about,
 * `cents` what that refund gave back.
 */
export interface Step {
  type: PaymentEvent['type']
  atMs: number
  refundedCents?: number
  disputeId?: string
  refundId?: string
  cents?: number
}

/** What happened to an order from its beginning. Never changed, only gone on with. */
export interface Story {
  order: KeptOrder
  steps: Step[]
}

export interface State {
  status: PaymentStatus
  refundedCents: number
  /** The dispute under way. */
  disputeId: string | null
}

export function stateOf({ order, steps }: Story, nowMs: number): State {
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

export function standingOf(story: Story, names: Names, nowMs: number): OrderStanding {
  const { status, refundedCents } = stateOf(story, nowMs)
  const { id, amountCents, currency } = story.order
  const isPaid = status === 'paid'
  const failedRefunds = story.steps.flatMap(({ type, refundId = '', cents = 0 }) =>
    type === 'refund_failed' ? [{ refundId, amountCents: cents, currency }] : []
  )
  const disputes = disputesOf(story)
  return {
    status,
    paymentReference: status === 'open' || status === 'expired' ? null : names.payment(id),
    amountCents: isPaid ? amountCents : null,
    currency: isPaid ? currency : null,
    refundedCents,
    ...(failedRefunds.length > 0 && { failedRefunds }),
    ...(disputes.length > 0 && { disputes }),
  }
}

const disputesOf = ({ order: { amountCents, currency }, steps }: Story): NonNullable<OrderStanding['disputes']> => {
  const states = new Map<string, 'open' | 'won' | 'lost'>()
  for (const { type, disputeId = '' } of steps) {
    if (type === 'disputed') states.set(disputeId, 'open')
    else if (type === 'dispute_won') states.set(disputeId, 'won')
    else if (type === 'dispute_lost') states.set(disputeId, 'lost')
  }
  return [...states].map(([disputeId, state]) => ({ disputeId, state, amountCents, currency }))
}

/** The latest refund that has not failed. */
const lastRefund = (steps: readonly Step[]): Step | undefined => {
  const failed = new Set(steps.flatMap(({ type, refundId }) => (type === 'refund_failed' ? [refundId] : [])))
  return steps.findLast(
    ({ type, refundId, cents }) => type === 'refunded' && cents !== undefined && !failed.has(refundId)
  )
}

/** What may happen, and to an order in which state. */
const allowed: Record<Step['type'], (state: State, steps: readonly Step[]) => boolean> = {
  pending: ({ status }) => status === 'open',
  paid: ({ status }) => status === 'open' || status === 'pending',
  failed: ({ status }) => status === 'open' || status === 'pending',
  // Once told, it is not told again.
  expired: ({ status }, steps) => steps.length === 0 && (status === 'open' || status === 'expired'),
  refunded: ({ status }) => status === 'paid',
  refund_failed: (_state, steps) => lastRefund(steps) !== undefined,
  disputed: ({ status, disputeId }) => status === 'paid' && disputeId === null,
  dispute_won: ({ disputeId }) => disputeId !== null,
  dispute_lost: ({ disputeId }) => disputeId !== null,
}

/** The next step of a story. Throws `bad_request` where it may not happen, or more would be given back than was paid. */
export function nextStep(story: Story, type: Step['type'], names: Names, nowMs: number, cents?: number): Step {
  const { id, amountCents } = story.order
  const state = stateOf(story, nowMs)
  if (!allowed[type](state, story.steps))
    throw new ProviderError('bad_request', `The order is ${state.status} at the sandbox: it can not be ${type} now.`)
  switch (type) {
    case 'refunded': {
      const left = amountCents - state.refundedCents
      const back = cents ?? left
      if (!Number.isSafeInteger(back) || back <= 0 || back > left)
        throw new ProviderError('bad_request', `Of this order ${left} cents are left to be given back.`)
      const refundId = names.refund(id, story.steps.length)
      return { type, atMs: nowMs, refundedCents: state.refundedCents + back, refundId, cents: back }
    }
    case 'refund_failed': {
      const { refundId, cents: failed = 0 } = lastRefund(story.steps)!
      return { type, atMs: nowMs, refundedCents: state.refundedCents - failed, refundId, cents: failed }
    }
    case 'disputed':
      return { type, atMs: nowMs, disputeId: names.dispute(id, story.steps.length) }
    case 'dispute_won':
    case 'dispute_lost':
      return { type, atMs: nowMs, disputeId: state.disputeId! }
    default:
      return { type, atMs: nowMs }
  }
}

/** The `n`th step as the contract tells it: the same each time it is told. */
export function eventOf({ order, steps }: Story, n: number, names: Names): PaymentEvent {
  const { type, atMs, refundedCents = 0, disputeId = '', refundId = '', cents = 0 } = steps[n]!
  const { id: orderId, amountCents, currency } = order
  const said = {
    eventId: names.event(orderId, n),
    orderId,
    paymentReference: type === 'expired' ? null : names.payment(orderId),
    occurredAt: new Date(atMs),
  }
  switch (type) {
    case 'paid':
      return { type, ...said, amountCents, currency }
    case 'refunded':
      return { type, ...said, refundedCents, currency }
    case 'refund_failed':
      return { type, ...said, refundId, amountCents: cents, currency }
    case 'disputed':
    case 'dispute_won':
    case 'dispute_lost':
      return { type, ...said, disputeId, amountCents, currency }
    default:
      return { type, ...said }
  }
}
