/** The roles of users, from the fewest rights to the most. `docs/roles.md` says what each may do. */
export const roles = ['member', 'creator', 'support', 'moderator', 'admin', 'owner'] as const
export type Role = (typeof roles)[number]

/** The roles that an invitation may bring. */
export const invitedRoles = ['creator', 'support'] as const satisfies readonly Role[]
export type InvitedRole = (typeof invitedRoles)[number]

/** Whether a role has all rights of admins. */
export const isAdminRole = (role: Role): boolean => role === 'admin' || role === 'owner'

/** Whether a role has rights over other people or their texts. */
export const isStaff = (role: Role): boolean => role === 'support' || role === 'moderator' || isAdminRole(role)

/** Whether a role may invite people without a limit of the admins. */
export const invitesFreely = (role: Role): boolean => role === 'moderator' || isAdminRole(role)

/** Whether a role is higher than another one. */
export const outranks = (role: Role, other: Role): boolean => roles.indexOf(role) > roles.indexOf(other)

interface Person {
  id: string
  role: Role
}

/** Whether a person may act on another one, whose role must be lower. Admins may act on themselves. */
export const mayActOn = (actor: Person, other: Person): boolean =>
  actor.id === other.id ? isAdminRole(actor.role) : outranks(actor.role, other.role)
