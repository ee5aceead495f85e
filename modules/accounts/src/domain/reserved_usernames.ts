/** Names in which somebody could speak for the house, or that a reader would take for something else. Lower case. */
const reserved = new Set([
  'admin',
  'administrator',
  'api',
  'root',
  'system',
  'official',
  'staff',
  'team',
  'mod',
  'moderator',
  'moderators',
  'support',
  'help',
  'security',
  'billing',
  'payments',
  'anonymous',
  'deleted',
  'user',
  'char',
  'character',
  'assistant',
  'null',
  'undefined',
  'settings',
  'profile',
  'login',
  'logout',
  'register',
])

/** Whether nobody may take this name. The product's own is reserved too. */
export const isReservedUsername = (username: string, productName: string): boolean => {
  const name = username.toLowerCase()
  return reserved.has(name) || name === productName.toLowerCase()
}
