import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Accounts } from '#modules/accounts/index'
import type { AdminActKind, AdminActSubject, Json } from '../../api.ts'

export interface AdminAct {
  /** Null: the operator, at the command line. */
  actorId: string | null
  kind: AdminActKind
  subject: AdminActSubject
  /** What the act changes, as it was and as it will be. */
  before: Json
  after: Json
}

/** Who did what, kept for good. Nothing in it changes but the names of who has deleted their account. */
export class AuditLog {
  readonly #accounts: Accounts

  constructor(accounts: Accounts) {
    this.#accounts = accounts
  }

  /** In the transaction of the act itself: neither is there without the other. Throws when there is no such actor. */
  async record({ actorId, kind, subject, before, after }: AdminAct, trx: TransactionClientContract): Promise<void> {
    const actor = actorId === null ? null : await this.#accounts.person(actorId, trx)
    if (actorId !== null && !actor) throw new Error(`There is no user ${actorId}, so nothing can be recorded of them.`)
    await trx
      .insertQuery()
      .table('admin_acts')
      .insert({
        actor_id: actorId,
        actor_name: actor?.name ?? null,
        actor_email: actor?.email ?? null,
        kind,
        subject_type: subject.type,
        subject_id: subject.id,
        subject_name: subject.name,
        before: JSON.stringify(before),
        after: JSON.stringify(after),
      })
  }

  /** Somebody has deleted their account: what they did and what was done to them stays, under their id and no name. */
  async forgetName(userId: string, trx: TransactionClientContract): Promise<void> {
    await trx.rawQuery(
      `UPDATE admin_acts SET actor_name = 'a deleted account', actor_email = '' WHERE actor_id = ?::uuid`,
      [userId]
    )
    await trx.rawQuery(
      `UPDATE admin_acts SET subject_name = 'a deleted account' WHERE subject_id = ?::uuid AND subject_type = 'user'`,
      [userId]
    )
  }
}
