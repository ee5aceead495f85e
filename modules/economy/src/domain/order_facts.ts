import type { PaymentEvent } from '#plugins/contract/payment'
import type { OrderState, TransactionType } from '../../api.ts'

/** What was agreed when the order was made. */
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

/** Progress before a payment; once it is paid, the other facts say how it stands. */
export const progressions = ['open', 'pending', 'failed', 'expired'] as const
export type Progress = (typeof progressions)[number]

/** What the provider has told so far. Each event only adds to it, so the order in which events come makes no difference. */
export interface OrderFacts {
  progress: Progress
  isPaid: boolean
  /** The largest total of refunds that was reported. */
  refundedCents: number
  /** Which totals were reported when: one that is later than a failure is without it. */
  refundReports: readonly { refundedCents: number; reportedAt: Date }[]
  failedRefunds: ReadonlyMap<string, FailedRefund>
  disputes: ReadonlyMap<string, DisputeFacts>
}

/** A movement of rubies that follows from an event. Amounts are positive. */
export type Movement =
  | { kind: 'credit'; type: Extract<TransactionType, 'purchase' | 'dispute_won' | 'refund_failed'>; amount: number }
  | { kind: 'take_back'; type: Extract<TransactionType, 'refund' | 'dispute'>; amount: number }

/** The facts with what `event` adds. */
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
 * The money that refunds have given back and that did not come back. A reported total is without the refunds that had failed by then,
 * so these are added before the largest one is chosen, and all failures are subtracted from it.
 */
const refundedNow = ({ refundedCents, refundReports, failedRefunds }: OrderFacts): number => {
  const failures = [...failedRefunds.values()]
  const sum = (some: FailedRefund[]) => some.reduce((cents, { amountCents }) => cents + amountCents, 0)
  const totals = refundReports.map(
    (report) => report.refundedCents + sum(failures.filter(({ failedAt }) => failedAt < report.reportedAt))
  )
  return Math.max(0, Math.max(refundedCents, ...totals) - sum(failures))
}

/** How many of a paid order's rubies are to be gone: in proportion to the money that went back, all of them with all of it. */
export const rubiesTakenBack = (facts: OrderFacts, terms: OrderTerms): number => {
  if (!facts.isPaid) return 0
  let goneCents = refundedNow(facts)
  for (const { state, amountCents } of facts.disputes.values()) if (state !== 'won') goneCents += amountCents
  return Math.floor((terms.rubies * Math.min(goneCents, terms.amountCents)) / terms.amountCents)
}

/** What has to move so that the account shows what is known after `event`, of which `takenBack` rubies have moved before. */
export const movementsOf = (
  { before, after, takenBack }: { before: OrderFacts; after: OrderFacts; takenBack: number },
  type: PaymentEvent['type'],
  terms: OrderTerms
): Movement[] => {
  const due = rubiesTakenBack(after, terms)
  if (before.isPaid)
    return toMovements(due - takenBack, type === 'refunded' || type === 'refund_failed' ? 'refund' : 'dispute')
  if (!after.isPaid) return []
  // Paid at last, and refunded or disputed already: it all shows in the history.
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

const furthest = (known: Progress, told: Progress): Progress =>
  progressions.indexOf(told) > progressions.indexOf(known) ? told : known

/** Of several reports of one failure the earliest time counts, and the largest amount. */
const mergeFailure = (
  { failedRefunds }: OrderFacts,
  { refundId, amountCents, occurredAt }: Extract<PaymentEvent, { refundId: string }>
): FailedRefund => {
  const known = failedRefunds.get(refundId)
  if (!known) return { amountCents, failedAt: occurredAt }
  return {
    amountCents: Math.max(known.amountCents, amountCents),
    failedAt: known.failedAt < occurredAt ? known.failedAt : occurredAt,
  }
}

/** The latest decision stands; of two at one moment, that the money came back. */
const mergeDispute = (
  { disputes }: OrderFacts,
  { type, disputeId, amountCents, occurredAt }: Extract<PaymentEvent, { disputeId: string }>
): DisputeFacts => {
  const known = disputes.get(disputeId)
  const amount = Math.max(amountCents, known?.amountCents ?? 0)
  if (type === 'disputed') return { state: 'open', decidedAt: null, ...known, amountCents: amount }
  const state = type === 'dispute_won' ? 'won' : 'lost'
  const isLater =
    !known?.decidedAt ||
    occurredAt > known.decidedAt ||
    (occurredAt.getTime() === known.decidedAt.getTime() && state === 'won')
  return isLater ? { state, decidedAt: occurredAt, amountCents: amount } : { ...known!, amountCents: amount }
}
