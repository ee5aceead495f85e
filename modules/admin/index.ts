/** Admin's interface for the command line. No other module imports it. */
import type { AccountRefusal, FactorRefusal, NewAccount, ResetRefusal } from '#modules/accounts/index'
import type { Adjustment, InsufficientRubies } from '#modules/economy/index'
import type { Result } from '#modules/kernel/result'

/** SQL functions of this module that other modules may call. */
export const sqlSurface: { functions: readonly string[] } = { functions: [] }

/** The operator's changes to rights and rubies. Each is recorded in the audit log, in the same transaction and without an actor. */
export abstract class OperatorActs {
  /** Creates an admin account. */
  abstract openAdmin(account: NewAccount): Promise<Result<{ userId: string }, AccountRefusal>>
  /** Returns false for an unknown e-mail and for the built-in account. Records only actual changes. */
  abstract setAdmin(email: string, isAdmin: boolean): Promise<boolean>
  abstract resetPassword(email: string, password: string): Promise<Result<{ userId: string }, ResetRefusal>>
  abstract removeSecondFactor(email: string): Promise<Result<{ userId: string }, FactorRefusal>>
  abstract adjustRubies(
    adjustment: Adjustment
  ): Promise<Result<{ rubies: number }, InsufficientRubies | { kind: 'unknown_user' }>>
}
