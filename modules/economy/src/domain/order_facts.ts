import type { PaymentEvent } from '#plugins/contract/payment'
import type { OrderState, TransactionType } from '../../api.ts'

/** The terms of an order, as they were when it was created. */
export interface OrderTerms {
  rubies: number
  amountCents: number
  currency: string
}

export interface DisputeFacts {
  state: 'open' | 'won' | 'lost'
  amountCents: number
  decidedAt: Date | null
}

export interface FailedRefund {
  amountCents: number
  failedAt: Date
}

/** Progress before the payment. Afterwards the other facts determine the state. */
export const progressions = ['open', 'pending', 'failed', 'expired'] as const
export type Progress = (typeof progressions)[number]

/** The provider's reports so far. Events only add facts, so their order doesn't matter. */
export interface OrderFacts {
  progress: Progress
  isPaid: boolean
  /** The largest reported total of refunds. */
  refundedCents: number
  /** Reported totals with their times. A total later than a failed refund excludes it. */
  refundReports: readonly { refundedCents: number; reportedAt: Date }[]
  failedRefunds: ReadonlyMap<string, FailedRefund>
  disputes: ReadonlyMap<string, DisputeFacts>
}

/** Rubies to credit or take back because of an event. Amounts are positive. */
export type Movement =
  | { kind: 'credit'; type: Extract<TransactionType, 'purchase' | 'dispute_won' | 'refund_failed'>; amount: number }
  | { kind: 'take_back'; type: Extract<TransactionType, 'refund' | 'dispute'>; amount: number }

/** Returns the facts including `event`. */
export const addEvent = (facts: OrderFacts, event: PaymentEvent, { amountCents }: OrderTerms): OrderFacts => {
  switch (event.type) {
    case 'paid':
      return { ...facts, isPaid: true }
    case 'pending':
    case 'failed':
    case 'expired':
      return { ...facts, progress: furthest(facts.progress, event.type) }
    case 'refunded': {
      const report = { refundedCents: Math.min(amountCents, event.refundedCents), reportedAt: event.occurredAt }
      return {
        ...facts,
        refundedCents: Math.max(facts.refundedCents, report.refundedCents),
        refundReports: [...facts.refundReports, report],
      }
    }
    case 'refund_failed':
      return {
        ...facts,
        failedRefunds: new Map(facts.failedRefunds).set(event.refundId, mergeFailure(facts, event)),
      }
    case 'disputed':
    case 'dispute_won':
    case 'dispute_lost':
      return { ...facts, disputes: new Map(facts.disputes).set(event.disputeId, mergeDispute(facts, event)) }
  }
}

export const stateOf = (facts: OrderFacts, terms: OrderTerms): OrderState => {
  if (!facts.isPaid) return facts.progress
  if ([...facts.disputes.values()].some(({ state }) => state !== 'won')) return 'disputed'
  return refundedNow(facts) >= terms.amountCents ? 'refunded' : 'paid'
}

/**
 * Returns the refunded amount without failed refunds. A reported total already excludes refunds that failed before it. So these are added
 * back before the largest total is chosen, and all failures are subtracted.
 */
const refundedNow = ({ refundedCents, refundReports, failedRefunds }: OrderFacts): number => {
  const failures = [...failedRefunds.values()]
  const sum = (refunds: FailedRefund[]) => refunds.reduce((cents, { amountCents }) => cents + amountCents, 0)
  const totals = refundReports.map(
    (report) => report.refundedCents + sum(failures.filter(({ failedAt }) => failedAt < report.reportedAt))
  )
  return Math.max(0, Math.max(refundedCents, ...totals) - sum(failures))
}

/** Returns the money that is newly refunded of a paid order. */
export const newlyRefunded = (before: OrderFacts, after: OrderFacts): number =>
  after.isPaid ? Math.max(0, refundedNow(after) - (before.isPaid ? refundedNow(before) : 0)) : 0

/** Returns how many of a paid order's rubies to take back: in proportion to the money returned, all of them for all of it. */
export const rubiesTakenBack = (facts: OrderFacts, terms: OrderTerms): number => {
  if (!facts.isPaid) return 0
  let goneCents = refundedNow(facts)
  for (const { state, amountCents } of facts.disputes.values()) if (state !== 'won') goneCents += amountCents
  return Math.floor((terms.rubies * Math.min(goneCents, terms.amountCents)) / terms.amountCents)
}

/** Returns the movements that bring the account up to date with `after`. `takenBack` is the number of rubies taken back before. */
export const movementsOf = (
  { before, after, takenBack }: { before: OrderFacts; after: OrderFacts; takenBack: number },
  type: PaymentEvent['type'],
  terms: OrderTerms
): Movement[] => {
  const due = rubiesTakenBack(after, terms)
  if (before.isPaid)
    return toMovements(due - takenBack, type === 'refunded' || type === 'refund_failed' ? 'refund' : 'dispute')
  if (!after.isPaid) return []
  // The order is paid now, but was refunded or disputed earlier. The history shows all of it.
  const refunded = rubiesTakenBack({ ...after, disputes: new Map() }, terms)
  return [
    { kind: 'credit', type: 'purchase', amount: terms.rubies },
    ...toMovements(refunded, 'refund'),
    ...toMovements(due - refunded, 'dispute'),
  ]
}

const toMovements = (amount: number, type: 'refund' | 'dispute'): Movement[] => {
  if (amount > 0) return [{ kind: 'take_back', type, amount }]
  return amount < 0
    ? [{ kind: 'credit', type: type === 'refund' ? 'refund_failed' : 'dispute_won', amount: -amount }]
    : []
}

const furthest = (previous: Progress, reported: Progress): Progress =>
  progressions.indexOf(reported) > progressions.indexOf(previous) ? reported : previous

/** Merges reports of one failure: the earliest time and the largest amount. */
const mergeFailure = (
  { failedRefunds }: OrderFacts,
  { refundId, amountCents, occurredAt }: Extract<PaymentEvent, { refundId: string }>
): FailedRefund => {
  const previous = failedRefunds.get(refundId)
  if (!previous) return { amountCents, failedAt: occurredAt }
  return {
    amountCents: Math.max(previous.amountCents, amountCents),
    failedAt: previous.failedAt < occurredAt ? previous.failedAt : occurredAt,
  }
}

/** Merges reports of one dispute: the latest decision wins. At equal times, `won` wins. */
const mergeDispute = (
  { disputes }: OrderFacts,
  { type, disputeId, amountCents, occurredAt }: Extract<PaymentEvent, { disputeId: string }>
): DisputeFacts => {
  const previous = disputes.get(disputeId)
  const amount = Math.max(amountCents, previous?.amountCents ?? 0)
  if (type === 'disputed') return { state: 'open', decidedAt: null, ...previous, amountCents: amount }
  const state = type === 'dispute_won' ? 'won' : 'lost'
  const isLater =
    !previous?.decidedAt ||
    occurredAt > previous.decidedAt ||
    (occurredAt.getTime() === previous.decidedAt.getTime() && state === 'won')
  return isLater ? { state, decidedAt: occurredAt, amountCents: amount } : { ...previous!, amountCents: amount }
}
