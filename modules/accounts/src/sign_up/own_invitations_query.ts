import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { QueryClientContract, TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { OwnInvitations } from '../../api.ts'
import { limits } from '../domain/limits.ts'
import { invitesFreely, type Role } from '../domain/roles.ts'
import { openInvitation } from './admission.ts'
import { invitationColumns, toInvitation, type ShownInvitation } from './invitation_view.ts'
import { SignUpRules } from './sign_up_rules.ts'

interface Inviter {
  id: string
  role: Role
}

@inject()
export class OwnInvitationsQuery {
  constructor(
    private readonly db: Database,
    private readonly rules: SignUpRules
  ) {}

  async run(inviter: Inviter): Promise<OwnInvitations> {
    const { rows } = await this.db.rawQuery<{ rows: ShownInvitation[] }>(
      `SELECT ${invitationColumns} FROM invitations i WHERE i.inviter_id = ?::uuid
       ORDER BY ${openInvitation} DESC, i.id DESC LIMIT ?::int`,
      [inviter.id, limits.openInvitationsMax]
    )
    return { invitations: rows.map(toInvitation), left: await this.left(inviter) }
  }

  /** Returns how many more people the user may invite: those who came count, and those that open invitations may bring. Null: no limit. */
  async left({ id, role }: Inviter, trx?: TransactionClientContract): Promise<number | null> {
    if (invitesFreely(role)) return null
    const { userInvitations } = await this.rules.read(trx)
    if (userInvitations === 0) return 0
    const { rows } = await (trx ?? this.db).rawQuery<{ rows: [{ given: number }] }>(
      `SELECT coalesce(sum(CASE WHEN ${openInvitation} THEN i.uses ELSE i.used END), 0)::int AS given
       FROM invitations i WHERE i.inviter_id = ?::uuid`,
      [id]
    )
    return Math.max(0, userInvitations - rows[0].given)
  }

  /** Whether the user may invite people at all. */
  async mayInvite(role: Role): Promise<boolean> {
    return invitesFreely(role) || (await this.rules.read()).userInvitations > 0
  }

  async countOpen(inviterId: string, client: QueryClientContract): Promise<number> {
    const { rows } = await client.rawQuery<{ rows: [{ count: number }] }>(
      `SELECT count(*)::int AS count FROM invitations i WHERE i.inviter_id = ?::uuid AND ${openInvitation}`,
      [inviterId]
    )
    return rows[0].count
  }
}
