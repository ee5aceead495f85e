import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { Hook } from '#modules/kernel/hook'
import { rateLimit } from '#modules/kernel/rate_limit'
import { fail, ok, type Result } from '#modules/kernel/result'
import type { Invitation, InvitationBody } from '../../api.ts'
import type { InvitationChange } from '../../index.ts'
import type { CurrentUser } from '../current_user.ts'
import { limits } from '../domain/limits.ts'
import { isAdminRole } from '../domain/roles.ts'
import { newInvitationToken, tokenHash } from '../domain/token.ts'
import { invitationColumns, toInvitation, type ShownInvitation } from './invitation_view.ts'
import { OwnInvitationsQuery } from './own_invitations_query.ts'

export interface Inviter extends Pick<CurrentUser, 'id' | 'role' | 'hasSecondFactor'> {
  /** Whether they proved their identity within the hour. */
  isProven: () => Promise<boolean>
}

export type CreateInvitationRefusal =
  /** Only owners give roles, and only admins give rubies. */
  | { kind: 'gift_not_allowed' }
  | { kind: 'no_second_factor' }
  | { kind: 'unproven' }
  /** The user may invite fewer people, or none. */
  | { kind: 'no_invitations_left'; left: number }
  | { kind: 'too_many_open_invitations' }
  | { kind: 'too_many_invitations'; retryAfterSeconds: number }

@inject()
export class InvitationLimit extends rateLimit('invitations:user', limits.invitationsPerHour, '1 hour') {}

/** The hook `SignUps.invitationChanged`. */
export class InvitationHook {
  readonly changed = new Hook<InvitationChange>()
}

/** Creates an invitation. Only the hash of its token is stored. Expects validated input. */
@inject()
export class CreateInvitation {
  constructor(
    private readonly db: Database,
    private readonly own: OwnInvitationsQuery,
    private readonly rateLimit: InvitationLimit,
    private readonly hook: InvitationHook
  ) {}

  async run(
    inviter: Inviter,
    { uses, days, note = null, role = null, rubies = 0 }: InvitationBody
  ): Promise<Result<{ invitation: Invitation; token: string }, CreateInvitationRefusal>> {
    const { id: inviterId } = inviter
    if (role !== null) {
      if (inviter.role !== 'owner') return fail({ kind: 'gift_not_allowed' })
      if (!inviter.hasSecondFactor) return fail({ kind: 'no_second_factor' })
      if (!(await inviter.isProven())) return fail({ kind: 'unproven' })
    }
    if (rubies > 0 && !isAdminRole(inviter.role)) return fail({ kind: 'gift_not_allowed' })
    const retryAfterSeconds = await this.rateLimit.count(inviterId)
    if (retryAfterSeconds !== null) return fail({ kind: 'too_many_invitations', retryAfterSeconds })

    const token = newInvitationToken()
    return this.db.transaction(async (trx) => {
      // Invitations of a user wait for each other, so that two at once count.
      await trx.rawQuery('SELECT FROM users WHERE id = ?::uuid FOR NO KEY UPDATE', [inviterId])
      const left = await this.own.left(inviter, trx)
      if (left !== null && uses > left) return fail({ kind: 'no_invitations_left', left })
      if ((await this.own.countOpen(inviterId, trx)) >= limits.openInvitationsMax)
        return fail({ kind: 'too_many_open_invitations' })
      const { rows } = await trx.rawQuery<{ rows: [ShownInvitation] }>(
        `INSERT INTO invitations AS i (token_hash, inviter_id, note, role, rubies, uses, expires_at)
         VALUES (?, ?::uuid, ?, ?, ?, ?, now() + make_interval(days => ?::int)) RETURNING ${invitationColumns}`,
        [tokenHash(token), inviterId, note, role, rubies, uses, days] as never
      )
      const [invitation] = rows
      await this.hook.changed.run({ kind: 'created', actor: inviter, inviterId, invitation }, trx)
      return ok({ invitation: toInvitation(invitation), token })
    })
  }
}
