import type { User } from '#modules/accounts/api'

/** The user who writes a character, by their names. */
export type Author = Pick<User, 'personaName' | 'username' | 'firstName'>
