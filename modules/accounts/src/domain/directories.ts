/** Directories of what is unique over all users. A trigger on `users` keeps them. */

/** The constraints that a taken e-mail and a taken username violate. */
export const emailUnique = 'user_emails_pkey'
export const usernameUnique = 'user_names_pkey'

/** SQL for the user with this e-mail, in any case. */
export const hasEmail = 'id = (SELECT user_id FROM user_emails WHERE email_key = lower(?))'
