import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { isStaff } from '#modules/accounts/api'
import type { Accounts, InvitationChange } from '#modules/accounts/index'
import type { AuditLog } from '../audit/audit_log.ts'
import { userSubject } from '../audit/user_subject.ts'

/** Records an invitation that a person of the staff created or revoked, about its inviter. Its note isn't recorded, because it may be about others. */
export const recordInvitation = async (
  { kind, actor, inviterId, invitation: { id, uses, role, rubies, expiresAt } }: InvitationChange,
  { accounts, log, trx }: { accounts: Accounts; log: AuditLog; trx: TransactionClientContract }
): Promise<void> => {
  if (!isStaff(actor.role)) return
  const inviter = await accounts.person(inviterId, trx)
  if (!inviter) return
  const invitation = { invitation: id, uses, role, rubies, expiresAt: expiresAt.toISOString() }
  const [before, after] = kind === 'created' ? [null, invitation] : [invitation, null]
  await log.record({ actorId: actor.id, kind: `invitation_${kind}`, subject: userSubject(inviter), before, after }, trx)
}
