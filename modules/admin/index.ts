/** Admin, as the command line may use it: no module stands below. */
import type { AccountRefusal, FactorRefusal, NewAccount, ResetRefusal } from '#modules/accounts/index'
import type { Adjustment, InsufficientRubies } from '#modules/economy/index'
import type { Result } from '#modules/kernel/result'

/** What the operator does that changes rights or rubies. Each act is recorded in its own transaction, with nobody as its actor. */
export abstract class OperatorActs {
  /** Opens an account that is an admin's. */
  abstract openAdmin(account: NewAccount): Promise<Result<{ userId: string }, AccountRefusal>>
  /** False when nobody has that e-mail, and for the built-in account. Nothing is recorded where nothing changes. */
  abstract setAdmin(email: string, isAdmin: boolean): Promise<boolean>
  abstract resetPassword(email: string, password: string): Promise<Result<{ userId: string }, ResetRefusal>>
  abstract removeSecondFactor(email: string): Promise<Result<{ userId: string }, FactorRefusal>>
  abstract adjustRubies(
    adjustment: Adjustment
  ): Promise<Result<{ rubies: number }, InsufficientRubies | { kind: 'unknown_user' }>>
}
