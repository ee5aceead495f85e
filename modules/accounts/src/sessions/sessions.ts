import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Hook } from '#modules/kernel/hook'

/** Sessions of one user that have ended. */
export interface EndedSessions {
  userId: string
  sessionIds: readonly string[]
}

/** The sessions of users, by their ids. A session is a browser that signed in. */
export abstract class Sessions {
  /**
   * Runs in the transaction that ends sessions, for one user at a time: by a sign-out, a change of the password, or because the account is
   * disabled. Expired sessions end later, with a sign-in. The sessions of a deleted account end by `Accounts.closing`.
   */
  abstract readonly ended: Hook<EndedSessions>
  /** Returns the sessions of a user that haven't ended or expired. */
  abstract openIds(userId: string): Promise<string[]>
  /** Keeps a session from ending until the caller's transaction ends. Returns false if it has ended. */
  abstract lock(userId: string, sessionId: string, trx: TransactionClientContract): Promise<boolean>
}
