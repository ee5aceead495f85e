import type { User } from '#modules/accounts/api'

/** The names of the user who writes a character. */
export type Author = Pick<User, 'personaName' | 'username' | 'firstName'>
