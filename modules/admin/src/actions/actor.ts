import { isAdminRole, outranks, type Role } from '#modules/accounts/api'
import type { CurrentUser } from '#modules/accounts/index'

/** The person of the staff who acts. */
export interface Actor extends Pick<CurrentUser, 'id' | 'role' | 'hasSecondFactor'> {
  /** Whether they proved their identity within the hour, with their second factor if they have one. */
  isProven: () => Promise<boolean>
}

/** `above` says that the other person's role isn't lower than the actor's. */
export type ActorRefusal = { kind: 'above' } | { kind: 'unproven' }

/** Whether the actor may act on this person. Admins may act on themselves. */
export const mayActOn = ({ id, role }: Actor, other: { id: string; role: Role }): boolean =>
  id === other.id ? isAdminRole(role) : outranks(role, other.role)
