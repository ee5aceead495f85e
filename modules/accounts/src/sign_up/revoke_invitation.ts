import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { isAdminRole, mayActOn, type InvitedRole, type Role } from '../domain/roles.ts'
import { InvitationHook } from './create_invitation.ts'

interface Row {
  uses: number
  role: InvitedRole | null
  rubies: number
  expiresAt: Date
  isRevoked: boolean
  inviterId: string
  inviterRole: Role
}

export type RevokeRefusal =
  /** The same for invitations of others, unless the user is an admin. */
  | 'unknown_invitation'
  /** The inviter's role isn't lower than the admin's. */
  | 'above'

/** Revokes one's own invitation, and as an admin those of people with lower roles. Accounts that came by it stay. Idempotent. */
@inject()
export class RevokeInvitation {
  constructor(
    private readonly db: Database,
    private readonly hook: InvitationHook
  ) {}

  run(actor: { id: string; role: Role }, id: string): Promise<'revoked' | RevokeRefusal> {
    return this.db.transaction(async (trx) => {
      const { rows } = await trx.rawQuery<{ rows: Row[] }>(
        `SELECT i.uses, i.role, i.rubies, i.expires_at AS "expiresAt", i.revoked_at IS NOT NULL AS "isRevoked",
           u.id AS "inviterId", u.role AS "inviterRole"
         FROM invitations i JOIN users u ON u.id = i.inviter_id WHERE i.id = ?::uuid FOR UPDATE OF i`,
        [id]
      )
      if (!rows[0]) return 'unknown_invitation'
      const { isRevoked, inviterId, inviterRole, ...invitation } = rows[0]
      if (inviterId !== actor.id) {
        if (!isAdminRole(actor.role)) return 'unknown_invitation'
        if (!mayActOn(actor, { id: inviterId, role: inviterRole })) return 'above'
      }
      if (isRevoked) return 'revoked'
      await trx.rawQuery('UPDATE invitations SET revoked_at = now() WHERE id = ?::uuid', [id])
      await this.hook.changed.run({ kind: 'revoked', actor, inviterId, invitation: { id, ...invitation } }, trx)
      return 'revoked'
    })
  }
}
