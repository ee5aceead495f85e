import type { AdminUser } from '#modules/admin/api'

/** The full name, else the username, else the e-mail. */
export const displayName = ({
  firstName,
  lastName,
  username,
  email,
}: Pick<AdminUser, 'firstName' | 'lastName' | 'username' | 'email'>): string =>
  [firstName, lastName].filter(Boolean).join(' ') || username || email
