import { claimsAuthority } from './names_of_people.ts'

/** Names that claim authority or that readers would mistake for something else, in lower case. */
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

/** Whether the name is reserved or claims to speak for the product, such as `facet_adm1n`. */
export const isReservedUsername = (username: string, productName: string): boolean => {
  const name = username.toLowerCase()
  return reserved.has(name) || claimsAuthority(name, productName)
}
