import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { isAdminRole, outranks, type Role } from '#modules/accounts/api'
import { Accounts } from '#modules/accounts/index'
import { fail, ok, type Result } from '#modules/kernel/result'
import { AuditLog } from '../audit/audit_log.ts'
import { userSubject } from '../audit/user_subject.ts'
import type { Actor, ActorRefusal } from './actor.ts'

interface RoleChange {
  /** Null for the operator. */
  actor: Actor | null
  userId: string
  role: Role
}

export type RoleRefusal =
  | ActorRefusal
  | { kind: 'own_role' | 'unknown_user' | 'last_owner' }
  /** Only owners with a second factor make and withdraw admins. */
  | { kind: 'no_second_factor' }

/** Gives a user another role and records it. Idempotent. People give only roles below their own; the operator gives all. */
@inject()
export class ChangeRole {
  constructor(
    private readonly db: Database,
    private readonly accounts: Accounts,
    private readonly log: AuditLog
  ) {}

  async run({ actor, userId, role }: RoleChange): Promise<Result<true, RoleRefusal>> {
    if (actor && !(await actor.isProven())) return fail({ kind: 'unproven' as const })
    return this.db.transaction(async (trx) => {
      // Before the user, so that two changes at once can't leave a server without owners.
      const owners = await this.accounts.lockOwners(trx)
      const user = await this.accounts.lockPerson(userId, trx)
      if (!user) return fail({ kind: 'unknown_user' as const })
      if (actor) {
        if (actor.id === userId) return fail({ kind: 'own_role' as const })
        if (!outranks(actor.role, user.role) || !outranks(actor.role, role)) return fail({ kind: 'above' as const })
        const concernsAdmins = isAdminRole(role) || isAdminRole(user.role)
        if (concernsAdmins && !actor.hasSecondFactor) return fail({ kind: 'no_second_factor' as const })
      }
      if (user.role === role) return ok(true)
      if (owners.length === 1 && owners[0] === userId) return fail({ kind: 'last_owner' as const })
      await this.accounts.setRole(userId, role, trx)
      const change = { before: { role: user.role }, after: { role } }
      await this.log.record(
        { actorId: actor?.id ?? null, kind: 'role_changed', subject: userSubject(user), ...change },
        trx
      )
      return ok(true)
    })
  }
}
