/** Admin's interface for the command line, and for modules whose staff acts on people. */
import type { Role } from '#modules/accounts/api'
import type { NewPage } from './src/actions/publish_pages.ts'
import type { SitePageName } from '#modules/accounts/api'
import type { AccountRefusal, FactorRefusal, NewAccount, ResetRefusal } from '#modules/accounts/index'
import type { Adjustment, ManualRefund, ManualRefundRefusal } from '#modules/economy/index'
import type { Result } from '#modules/kernel/result'
import type { OperatorAdjustRefusal } from './src/actions/adjust_rubies.ts'

export type { Actor, ActorRefusal } from './src/actions/actor.ts'
export { AuditLog } from './src/audit/audit_log.ts'
export { userSubject } from './src/audit/user_subject.ts'
export { actorOf } from './src/http/actor_of.ts'
export { answerPage } from './src/http/answer_page.ts'

/** SQL functions of this module that other modules may call. */
export const sqlSurface: { functions: readonly string[] } = { functions: [] }

/** The operator's changes to rights and rubies. Each is recorded in the audit log, in the same transaction and without an actor. */
export abstract class OperatorActs {
  /** Pauses new replies and purchases, and tells users this sentence. Null ends the pause. */
  abstract setMaintenance(sentence: string | null): Promise<'changed' | 'unchanged' | 'too_long'>
  /** Returns the sentence of the maintenance as it is stored. Null: there is none. */
  abstract readMaintenance(): Promise<string | null>
  /** Publishes new versions of pages, all or none, and returns their names. Skips texts that are unchanged. */
  abstract publishPages(pages: readonly NewPage[]): Promise<SitePageName[]>
  /** Creates an admin account. */
  abstract openAdmin(account: NewAccount): Promise<Result<{ userId: string }, AccountRefusal>>
  /** The built-in account is unknown. The last owner keeps the role. Records only actual changes. */
  abstract setRole(email: string, role: Role): Promise<'done' | 'unknown_user' | 'last_owner'>
  abstract resetPassword(email: string, password: string): Promise<Result<{ userId: string }, ResetRefusal>>
  abstract removeSecondFactor(email: string): Promise<Result<{ userId: string }, FactorRefusal>>
  /** Returns the account export of a user, in pieces. Null for an unknown user. */
  abstract exportUser(email: string): Promise<AsyncIterable<string> | null>
  abstract adjustRubies(adjustment: Adjustment): Promise<Result<{ rubies: number }, OperatorAdjustRefusal>>
  abstract recordRefund(
    refund: ManualRefund & { note: string }
  ): Promise<Result<{ takenBack: number }, ManualRefundRefusal>>
}
