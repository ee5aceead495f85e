import type { Person } from '#modules/accounts/index'
import type { AdminActSubject } from '../../api.ts'

/** How the log names a user: by the name, where there is one, and by the e-mail. */
export const userSubject = ({ id, name, email }: Person): AdminActSubject => ({
  type: 'user',
  id,
  name: name ? `${name} <${email}>` : email,
})
