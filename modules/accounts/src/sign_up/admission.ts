import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { fail, ok, type Result } from '#modules/kernel/result'
import type { InvitedRole } from '../domain/roles.ts'
import { SignUpRules } from './sign_up_rules.ts'

export type SignUpRefusal =
  | { kind: 'sign_up_closed' }
  | { kind: 'invitation_needed' }
  /** Unknown, used up, expired or revoked, or its inviter is disabled. */
  | { kind: 'invalid_invitation' }

export interface SpentInvitation {
  id: string
  inviterId: string
  /** Null unless the inviter is an owner with a second factor. */
  role: InvitedRole | null
  /** 0 unless the inviter is an admin. */
  rubies: number
}

/** SQL for the invitations `i` that still work. */
export const openInvitation = '(i.revoked_at IS NULL AND i.expires_at > now() AND i.used < i.uses)'

/** Decides whether a visitor may open an account. Invitations are known by the hashes of their tokens. */
@inject()
export class Admission {
  constructor(
    private readonly db: Database,
    private readonly rules: SignUpRules
  ) {}

  /** Refuses a visitor before any costly work. `admit` decides. */
  async refusal(invitationHash: Buffer | null): Promise<SignUpRefusal | null> {
    const { current } = await this.rules.read()
    if (current === 'closed') return { kind: 'sign_up_closed' }
    if (invitationHash === null) return current === 'invited' ? { kind: 'invitation_needed' } : null
    return (await this.works(invitationHash)) ? null : { kind: 'invalid_invitation' }
  }

  async works(invitationHash: Buffer): Promise<boolean> {
    const { rows } = await this.db.rawQuery<{ rows: unknown[] }>(
      `SELECT FROM invitations i JOIN users u ON u.id = i.inviter_id
       WHERE i.token_hash = ? AND ${openInvitation} AND u.disabled_at IS NULL`,
      [invitationHash] as never
    )
    return rows.length > 0
  }

  /** Spends the invitation in the transaction that opens the account. Null without one. */
  async admit(
    invitationHash: Buffer | null,
    trx: TransactionClientContract
  ): Promise<Result<SpentInvitation | null, SignUpRefusal>> {
    const { current } = await this.rules.read(trx)
    if (current === 'closed') return fail({ kind: 'sign_up_closed' })
    if (invitationHash === null) return current === 'invited' ? fail({ kind: 'invitation_needed' }) : ok(null)
    // The inviter is locked first, as by the deletion of their account.
    const { rows } = await trx.rawQuery<{ rows: SpentInvitation[] }>(
      `UPDATE invitations AS i SET used = i.used + 1
       FROM (
         SELECT id, role, second_factor_since FROM users
         WHERE id = (SELECT inviter_id FROM invitations WHERE token_hash = ?) AND disabled_at IS NULL FOR KEY SHARE
       ) AS inviter
       WHERE i.token_hash = ? AND i.inviter_id = inviter.id AND ${openInvitation}
       RETURNING i.id, i.inviter_id AS "inviterId",
         CASE WHEN inviter.role = 'owner' AND inviter.second_factor_since IS NOT NULL THEN i.role END AS role,
         CASE WHEN inviter.role IN ('admin', 'owner') THEN i.rubies ELSE 0 END AS rubies`,
      [invitationHash, invitationHash] as never
    )
    return rows[0] ? ok(rows[0]) : fail({ kind: 'invalid_invitation' })
  }
}
