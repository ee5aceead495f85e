import type { Person } from '#modules/accounts/index'
import type { AdminActSubject } from '../../api.ts'

/** Returns the subject of an act on a user. Its name contains the user's name, if any, and e-mail. */
export const userSubject = ({ id, name, email }: Person): AdminActSubject => ({
  type: 'user',
  id,
  name: name ? `${name} <${email}>` : email,
})
