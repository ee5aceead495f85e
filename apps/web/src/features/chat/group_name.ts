import type { GroupMember } from '#modules/chat/api'

/** Returns the names of the characters that the user can see. */
export const groupName = (members: readonly Pick<GroupMember, 'character'>[]): string =>
  members.flatMap(({ character }) => character?.name ?? []).join(', ') || 'Deleted characters'
