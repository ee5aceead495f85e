import { inject } from '@adonisjs/core'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Accounts } from '#modules/accounts/index'
import type { AdminActKind, AdminActSubject, Json } from '../../api.ts'

export interface AdminAct {
  /** Null for the operator at the command line. */
  actorId: string | null
  kind: AdminActKind
  subject: AdminActSubject
  /** The changed values. */
  before: Json
  after: Json
}

/** The append-only log of admins' acts. The only updates remove names of deleted accounts. */
@inject()
export class AuditLog {
  constructor(private readonly accounts: Accounts) {}

  /** Call it in the transaction of the act. Throws for an unknown actor. */
  async record({ actorId, kind, subject, before, after }: AdminAct, trx: TransactionClientContract): Promise<void> {
    const actor = actorId === null ? null : await this.accounts.person(actorId, trx)
    if (actorId !== null && !actor) throw new Error(`Can't record an act of user ${actorId}, who doesn't exist.`)
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

  /** Removes the names of a deleted account. Its entries stay, with its id. */
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
