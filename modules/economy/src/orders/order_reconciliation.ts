import type { OrderState } from '../../api.ts'

/**
 * `asked`: the provider said how it stands. `not_asked`: its provider is not the one configured now. `refused`: what it said is not
 * what was ordered; see the log. `failed`: the provider could not be asked.
 */
export interface ReconciledOrder {
  orderId: string
  provider: string
  before: OrderState
  after: OrderState
  outcome: 'asked' | 'not_asked' | 'refused' | 'failed'
}

/** Asks the payment provider about orders that are open or pending, for when no webhook came. Repeating it changes nothing. */
export abstract class OrderReconciliation {
  /** `onAsked` hears how many were looked at so far. */
  abstract all(signal?: AbortSignal, onAsked?: (count: number) => void): Promise<ReconciledOrder[]>
  /** Some of those that are older than some minutes and were not asked about lately, and some paid ones whose time has come again. */
  abstract due(signal: AbortSignal): Promise<ReconciledOrder[]>
}
