interface Names {
  username: string | null
  firstName: string | null
}

/**
 * Returns the name that characters call a user, which replaces {{user}}: the persona's name, else the username, else the first name,
 * else 'User'.
 */
export const userName = ({ personaName, ...names }: Names & { personaName: string | null }): string =>
  personaName || publicName(names)

/** Returns the name that other users see: the username, else the first name, else 'User'. */
export const publicName = ({ username, firstName }: Names): string => username || firstName || 'User'

/** The name that characters call a visitor without an account. */
export const visitorName = 'stranger'
