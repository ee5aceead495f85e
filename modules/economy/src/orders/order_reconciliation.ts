import type { OrderState } from '../../api.ts'

/**
 * `asked`: the provider answered. `not_asked`: the order belongs to another provider. `refused`: the answer contradicts the order, as the
 * log explains. `failed`: the provider could not be asked.
 */
export interface ReconciledOrder {
  orderId: string
  provider: string
  before: OrderState
  after: OrderState
  outcome: 'asked' | 'not_asked' | 'refused' | 'failed'
}

/** Looks up open and pending orders at the payment provider, in case webhooks were lost. Idempotent. */
export abstract class OrderReconciliation {
  /** `onAsked` gets the number of orders looked up so far. */
  abstract all(signal?: AbortSignal, onAsked?: (count: number) => void): Promise<ReconciledOrder[]>
  /** Looks up one order, for a provider that only says that it has changed. Null for an order that the active provider doesn't have. */
  abstract one(orderId: string): Promise<ReconciledOrder | null>
  /** A batch of due orders: unpaid ones that were not looked up recently, and paid ones whose next look-up is due. */
  abstract due(signal: AbortSignal): Promise<ReconciledOrder[]>
}
