import type { User } from '#modules/accounts/api'

/** The user who writes a character. */
export type Author = Pick<User, 'id' | 'personaName' | 'username' | 'firstName'>
