import type { AdminUser } from '#modules/admin/api'

/** What somebody is called here: by name, else username, else e-mail. */
export const displayName = ({
  firstName,
  lastName,
  username,
  email,
}: Pick<AdminUser, 'firstName' | 'lastName' | 'username' | 'email'>): string =>
  [firstName, lastName].filter(Boolean).join(' ') || username || email
