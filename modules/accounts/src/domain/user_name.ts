interface Names {
  username: string | null
  firstName: string | null
}

/** What characters call a user, which replaces {{user}}: the persona's name, else the username, else the first name, else 'User'. */
export const userName = ({ personaName, ...names }: Names & { personaName: string | null }): string =>
  personaName || publicName(names)

/** What other users call a user: the username, else the first name, else 'User'. */
export const publicName = ({ username, firstName }: Names): string => username || firstName || 'User'

/** What characters call a visitor without an account. */
export const visitorName = 'stranger'
