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

/** Progress before a payment; once it is paid, the other facts say how it stands. */
export const progressions = ['open', 'pending', 'failed', 'expired'] as const
export type Progress = (typeof progressions)[number]

/** What the provider has told so far. Each event only adds to it, so the order in which events come makes no difference. */
export interface OrderFacts {
  progress: Progress
  isPaid: boolean
  refundedCents: number
  disputes: ReadonlyMap<string, DisputeFacts>
}

/** A movement of rubies that follows from an event. Amounts are positive. */
export type Movement =
  | { kind: 'credit'; type: Extract<TransactionType, 'purchase' | 'dispute_won'>; amount: number }
  | { kind: 'take_back'; type: Extract<TransactionType, 'refund' | 'dispute'>; amount: number }

/** The facts with what `event` adds. */
export const learn = (facts: OrderFacts, event: PaymentEvent, { amountCents }: OrderTerms): OrderFacts => {
  switch (event.type) {
    case 'paid':
      return { ...facts, isPaid: true }
    case 'pending':
    case 'failed':
    case 'expired':
      return { ...facts, progress: further(facts.progress, event.type) }
    case 'refunded':
      return { ...facts, refundedCents: Math.min(amountCents, Math.max(facts.refundedCents, event.refundedCents)) }
    case 'disputed':
    case 'dispute_won':
    case 'dispute_lost':
      return { ...facts, disputes: new Map(facts.disputes).set(event.disputeId, disputeAfter(facts, event)) }
  }
}

export const stateOf = ({ progress, isPaid, refundedCents, disputes }: OrderFacts, terms: OrderTerms): OrderState => {
  if (!isPaid) return progress
  if ([...disputes.values()].some(({ state }) => state !== 'won')) return 'disputed'
  return refundedCents >= terms.amountCents ? 'refunded' : 'paid'
}

/** How many of a paid order's rubies are to be gone: in proportion to the money that went back, all of them with all of it. */
export const rubiesTakenBack = ({ isPaid, refundedCents, disputes }: OrderFacts, terms: OrderTerms): number => {
  if (!isPaid) return 0
  let goneCents = refundedCents
  for (const { state, amountCents } of disputes.values()) if (state !== 'won') goneCents += amountCents
  return Math.floor((terms.rubies * Math.min(goneCents, terms.amountCents)) / terms.amountCents)
}

/** What has to move so that the account shows what is known after `event`, of which `takenBack` rubies have moved before. */
export const movementsOf = (
  { before, after, takenBack }: { before: OrderFacts; after: OrderFacts; takenBack: number },
  type: PaymentEvent['type'],
  terms: OrderTerms
): Movement[] => {
  const due = rubiesTakenBack(after, terms)
  if (before.isPaid) return change(due - takenBack, type === 'refunded' ? 'refund' : 'dispute')
  if (!after.isPaid) return []
  // Paid at last, and refunded or disputed already: it all shows in the history.
  const refunded = rubiesTakenBack({ ...after, disputes: new Map() }, terms)
  return [
    { kind: 'credit', type: 'purchase', amount: terms.rubies },
    ...change(refunded, 'refund'),
    ...change(due - refunded, 'dispute'),
  ]
}

const change = (amount: number, type: 'refund' | 'dispute'): Movement[] => {
  if (amount > 0) return [{ kind: 'take_back', type, amount }]
  return amount < 0 ? [{ kind: 'credit', type: 'dispute_won', amount: -amount }] : []
}

const further = (known: Progress, told: Progress): Progress =>
  progressions.indexOf(told) > progressions.indexOf(known) ? told : known

/** The latest decision stands; of two at one moment, that the money came back. */
const disputeAfter = (
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
