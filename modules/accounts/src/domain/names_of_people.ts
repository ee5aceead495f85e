import confusables from 'unicode-confusables'
import type { FieldProblem } from '#modules/kernel/problem'
import { hasHiddenCharacters } from '#modules/kernel/text'

/** Words that claim to speak for the product, in addition to its name. */
const claims = ['admin', 'administrator', 'moderator', 'official', 'support']
/** Words that only matter next to a claim: "Support team", "The real admin". */
const fillers = [
  'the',
  'a',
  'real',
  'team',
  'staff',
  'mod',
  'system',
  'help',
  'desk',
  'security',
  'billing',
  'account',
  'service',
]

/** Scripts with look-alike letters. A word may use only one of them. */
const alike = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Cherokee', 'Coptic', 'Georgian'].map(
  (script) => new RegExp(`\\p{Script=${script}}`, 'u')
)

export type NameProblem = 'hidden' | 'mixed' | 'reserved'

/** Checks a new name of a person. Null when it is fine. Names in any single script pass. */
export const nameProblem = (name: string, productName: string): NameProblem | null => {
  if (hasHiddenCharacters(name)) return 'hidden'
  if (name.split(/[\s\p{P}]+/u).some(isMixed)) return 'mixed'
  return claimsAuthority(name, productName) ? 'reserved' : null
}

/** Returns the message for a problem. `label` is for example "first name". */
export const nameMessage = (problem: NameProblem, label: string): string =>
  ({
    hidden: `The ${label} has characters that can’t be seen. Please type it again without them.`,
    mixed: `The ${label} mixes letters of alphabets that look alike. Please use one alphabet.`,
    reserved: `This ${label} is reserved. Please choose another one.`,
  })[problem]

export interface PersonNames {
  firstName?: string | null
  lastName?: string | null
}

/** Checks both names, each alone and together. */
export const personNameProblem = (names: PersonNames, productName: string): FieldProblem | null => {
  for (const [field, label] of labels) {
    const problem = names[field] ? nameProblem(names[field], productName) : null
    if (problem) return { field, rule: problem, message: nameMessage(problem, label) }
  }
  return wholeNameProblem(names, productName)
}

/** Checks both names together, such as "Support" and "Team". */
export const wholeNameProblem = ({ firstName, lastName }: PersonNames, productName: string): FieldProblem | null =>
  claimsAuthority(`${firstName ?? ''} ${lastName ?? ''}`, productName)
    ? { field: 'lastName', rule: 'reserved', message: nameMessage('reserved', 'name') }
    : null

const labels = [
  ['firstName', 'first name'],
  ['lastName', 'last name'],
] as const

/** Returns a provider's names, with forbidden names replaced by null. */
export const allowedNames = ({ firstName, lastName }: PersonNames, productName: string): Required<PersonNames> => {
  const allowed = (name: string | null | undefined) => (name && !nameProblem(name, productName) ? name : null)
  const names = { firstName: allowed(firstName), lastName: allowed(lastName) }
  return personNameProblem(names, productName) ? { firstName: null, lastName: null } : names
}

/** Whether the name consists only of the product's name, claims and fillers, in any spelling or combination, but not only of fillers. */
export const claimsAuthority = (name: string, productName: string): boolean => {
  const text = looksLike(name)
  const authority = [productName, ...claims].map(looksLike)
  const words = [...authority, ...fillers.map(looksLike)]
  // End positions reachable by a sequence of words, and whether the sequence contains a claim.
  const reached = new Map<number, boolean>([[0, false]])
  for (let at = 0; at < text.length; at++) {
    const claimed = reached.get(at)
    if (claimed === undefined) continue
    for (const word of words) {
      if (!text.startsWith(word, at)) continue
      const end = at + word.length
      reached.set(end, reached.get(end) || claimed || authority.includes(word))
    }
  }
  return reached.get(text.length) ?? false
}

const isMixed = (word: string) => alike.filter((script) => script.test(word)).length > 1

/** Maps look-alike texts to one form (UTS 39, section 4), without marks, case and separators. `l` and `1` map to `i`, as in "adm1n". */
const looksLike = (text: string): string =>
  confusables
    .rectifyConfusion(text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase())
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\s\p{P}\p{S}\p{M}]/gu, '')
    .replaceAll('l', 'i')
