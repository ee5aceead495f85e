/** The economy, as other modules may use it. */
import type { QueryClientContract, TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Page } from '#modules/kernel/pages'
import type { Result } from '#modules/kernel/result'
import type { RubyDebt, TransactionType } from './api.ts'

export { limits as economyLimits } from './api.ts'
export { LedgerChecks } from './src/checks/ledger_checks.ts'
export type { EconomySettings } from './src/economy_settings.ts'
export { OrderReconciliation, type ReconciledOrder } from './src/orders/order_reconciliation.ts'

export interface Posting {
  userId: string
  /** Positive is a credit. Never zero. */
  amount: number
  type: TransactionType
  description: string
  /** Unique per user. The same key and input again changes nothing and gives the same answer; with other input it throws. */
  key: string
}

export type LedgerCheck = { accounts: number; problems: { userId: string; problem: string }[] }
export type InsufficientRubies = { kind: 'insufficient_rubies'; rubies: number }

/**
 * The ledger. Holding, taking and giving back happen inside a caller's own statement, through the SQL functions
 * `ledger_hold(user_id, hold_id, amount, expires_at)`, `ledger_take(hold_id, type, description)` and
 * `ledger_give_back(hold_id)`; see this module's README for what each promises.
 */
export abstract class Ledger {
  /**
   * Posts one transaction. A debit past what may be spent is refused, changes nothing and leaves `trx` usable.
   * `balance` is the one after that transaction, `rubies` what may be spent now.
   */
  abstract post(
    posting: Posting,
    trx?: TransactionClientContract
  ): Promise<Result<{ transactionId: string; balance: number; rubies: number }, InsufficientRubies>>
  /** What may be spent now: the balance less what is held. 0 for who has no account. */
  abstract rubies(userId: string): Promise<number>
  /** Gives back holds whose time has passed. Returns how many. */
  abstract expireHolds(): Promise<number>
  /** Recomputes every balance from its transactions and holds. */
  abstract verify(trx?: TransactionClientContract): Promise<LedgerCheck>
}

/** `amount` positive grants, negative deducts, never zero. */
export type Adjustment = { userId: string; amount: number; reason?: string }
export type BalanceSnapshot = { rubies: number; debt: number }

/** What admins do to a balance, on the web and at the command line. Without a reason the history says who did what. */
export abstract class RubyAdjustments {
  /** `before` and `after` are the standing around it, whoever else is at the same account. `description` is what the history says. */
  abstract adjust(
    adjustment: Adjustment,
    trx: TransactionClientContract
  ): Promise<
    Result<
      { before: BalanceSnapshot; after: BalanceSnapshot; description: string },
      InsufficientRubies | { kind: 'unknown_user' }
    >
  >
}

export abstract class RubyDebts {
  /** Who owes rubies, the largest debt first. Null for a cursor that is not one of ours. */
  abstract list(request: { limit: number; cursor?: string }): Promise<Page<RubyDebt> | null>
}

/** Rubies that came in and went out within an hour. */
export interface RubyHour {
  startsAt: Date
  rubiesIn: number
  rubiesOut: number
}

export abstract class RubyFlow {
  /**
   * What was bought, granted and given as rewards, and what was paid for replies, since a moment, by the hour in UTC. Hours in which
   * nothing moved are missing.
   */
  abstract since(moment: Date): Promise<RubyHour[]>
}

export abstract class OrderQueue {
  /** Orders that are not over, and how old the oldest is: open ones may still be paid, pending ones wait for their bank. */
  abstract unsettled(client: QueryClientContract): Promise<{ count: number; oldestSeconds: number }>
}

/** What the history shows of charges but economy does not own; bound by chat. */
export abstract class PaidReplies {
  /** The chats of replies, by the holds they were paid from. Chats that are gone are missing from the map. */
  abstract chatsOf(holdIds: readonly string[]): Promise<Map<string, { characterId: string; sessionId: string }>>
}

/** The named refusal that `ledger_hold` raises when there are not enough rubies (a constraint name, found in `error.constraint`). */
export const insufficientRubies = 'ruby_accounts_enough_rubies'
