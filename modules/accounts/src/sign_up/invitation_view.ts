import { pickAttributes, type Attributes } from '#modules/kernel/tables'
import type { Invitation } from '../../api.ts'
import { InvitationRow } from '../tables/invitation_row.ts'
import { openInvitation } from './admission.ts'

const shown = ['id', 'note', 'role', 'rubies', 'uses', 'used', 'createdAt', 'expiresAt'] as const

/** SQL for the columns of the invitations `i` that people see. */
export const invitationColumns = `${pickAttributes(InvitationRow, shown, 'i')}, ${openInvitation} AS "isOpen"`

export type ShownInvitation = Pick<Attributes<InvitationRow>, (typeof shown)[number]> & { isOpen: boolean }

export const toInvitation = ({ createdAt, expiresAt, ...row }: ShownInvitation): Invitation => ({
  ...row,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
})
