/** The public interface of the economy for other modules. */
import type { QueryClientContract, TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Hook } from '#modules/kernel/hook'
import type { Page } from '#modules/kernel/pages'
import type { Result } from '#modules/kernel/result'
import type { CodeBatch, DailyRewardCheck, NewCodeBatch, RubyDebt, TransactionType } from './api.ts'

export type { NewCodeBatch } from './api.ts'
export { limits as economyLimits, rubyWord } from './api.ts'
export { LedgerChecks } from './src/checks/ledger_checks.ts'
export { EconomySettings, ShareSettings } from './src/economy_settings.ts'
export { OrderReconciliation, type ReconciledOrder } from './src/orders/order_reconciliation.ts'

export interface Posting {
  userId: string
  /** Positive for a credit, negative for a debit, never zero. */
  amount: number
  type: TransactionType
  description: string
  /** Idempotency key, unique per user. Repeating the same input returns the first result. Other input throws. */
  key: string
}

/** Rubies that were credited. */
export interface Credit {
  userId: string
  transactionId: string
  rubies: number
  type: TransactionType
}

export type LedgerCheck = { accounts: number; problems: { userId: string; problem: string }[] }
export type InsufficientRubies = { kind: 'insufficient_rubies'; rubies: number }

/**
 * The ledger. Holds, charges and releases happen inside the caller's own SQL, through the functions in `sqlSurface`. The README specifies
 * each.
 */
export abstract class Ledger {
  /** Runs in the transaction that credits rubies with `post`. Repeated postings don't run it. */
  abstract readonly credited: Hook<Credit>
  /**
   * Posts one transaction. Refuses a debit beyond the available rubies without changing anything, and leaves `trx` usable. `balance` is the
   * balance after the transaction, `rubies` is the amount that is available now.
   */
  abstract post(
    posting: Posting,
    trx?: TransactionClientContract
  ): Promise<Result<{ transactionId: string; balance: number; rubies: number }, InsufficientRubies>>
  /** Returns the available rubies: balance minus open holds. 0 without an account. */
  abstract rubies(userId: string): Promise<number>
  /** Releases expired holds. Returns their number. */
  abstract expireHolds(): Promise<number>
  /** Recomputes every balance from its transactions and holds. */
  abstract verify(trx?: TransactionClientContract): Promise<LedgerCheck>
}

/** A positive `amount` grants, a negative one deducts. Never zero. */
export type Adjustment = { userId: string; amount: number; reason?: string }
export type BalanceSnapshot = { rubies: number; debt: number }

/** Adjustments by admins, on the web and on the command line. Without a reason, the description names the adjustment. */
export abstract class RubyAdjustments {
  /** `before` and `after` exclude concurrent changes, because the account is locked. `description` is the text in the history. */
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

/** Bound where rubies are on. */
export abstract class DailyRewards {
  /** Runs in the transaction that credits a reward. */
  abstract readonly claimed: Hook<{ userId: string }>
  /** The reward of a day. */
  abstract readonly rubies: number
  abstract check(userId: string): Promise<DailyRewardCheck>
}

/** Batches of codes that people redeem for rubies. */
export abstract class RubyCodes {
  /** Returns the codes, which can't be read again: only their hashes are stored. */
  abstract make(batch: NewCodeBatch, trx: TransactionClientContract): Promise<{ batch: CodeBatch; codes: string[] }>
  /** Returns batches, newest first. Null for an invalid cursor. */
  abstract list(request: { limit: number; cursor?: string }): Promise<Page<CodeBatch> | null>
  /** Ends a batch. Returns null for an unknown one. `isNew` is false if it was revoked before. */
  abstract revoke(id: string, trx: TransactionClientContract): Promise<{ batch: CodeBatch; isNew: boolean } | null>
}

export abstract class RubyDebts {
  /** Returns users in debt, the largest debt first. Null for an invalid cursor. */
  abstract list(request: { limit: number; cursor?: string }): Promise<Page<RubyDebt> | null>
}

/** Rubies credited and spent within one hour. */
export interface RubyHour {
  startsAt: Date
  rubiesIn: number
  rubiesOut: number
}

/** `refundedCents`: the total refunded so far. */
export type ManualRefund = { orderId: string; refundedCents: number }
export type ManualRefundRefusal =
  | { kind: 'unknown_order' | 'not_paid' }
  /** More than the order's price. */
  | { kind: 'too_much'; amountCents: number; currency: string }

/** Refunds at providers that don't report them. */
export abstract class OrderRefunds {
  /** Takes back the order's rubies in proportion, as a reported refund does. The same total again changes nothing and isn't new. */
  abstract record(
    refund: ManualRefund,
    trx: TransactionClientContract
  ): Promise<Result<{ currency: string; takenBack: number; isNew: boolean }, ManualRefundRefusal>>
}

export abstract class RubyFlow {
  /**
   * Returns the rubies from purchases, codes, shares, grants and rewards, and the charges for replies and pictures, per hour in UTC. Hours without either
   * are missing.
   */
  abstract since(moment: Date, client?: QueryClientContract): Promise<RubyHour[]>
}

export abstract class OrderQueue {
  /** Returns the number of unsettled orders and the age of the oldest. Open orders may still be paid, pending orders wait for the bank. */
  abstract unsettled(client: QueryClientContract): Promise<{ count: number; oldestSeconds: number }>
}

/** Finds the chats of paid replies. The chat module binds it. */
export abstract class PaidReplies {
  /**
   * Returns the chats of a user's replies by the ids of the holds that paid for them. Deleted chats are missing. `characterId` is null for a group
   * chat.
   */
  abstract chatsOf(
    userId: string,
    holdIds: readonly string[]
  ): Promise<Map<string, { characterId: string | null; sessionId: string }>>
}

/** Keeps the balances in users' open tabs current. Postings and expired holds are sent automatically. Other holds, charges and releases must be reported. */
export abstract class BalanceUpdates {
  /** Reads the balance soon and sends it to the user's event streams in this process. Costs nothing when there are none. */
  abstract refresh(userId: string): void
}

/** The constraint name in the error that `ledger_hold` raises when there are not enough rubies. */
export const insufficientRubies = 'ruby_accounts_enough_rubies'

/** The SQL functions that other modules may call in their own SQL. */
export const sqlSurface = {
  functions: ['ledger_available', 'ledger_hold', 'ledger_take', 'ledger_take_shared', 'ledger_give_back'] as const,
}
