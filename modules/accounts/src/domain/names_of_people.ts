import confusables from 'unicode-confusables'
import type { FieldProblem } from '#modules/kernel/problem'
import { hasHiddenCharacters } from '#modules/kernel/text'

/** Words by which a name claims to speak for the product. The product's own name is one of them. */
const claims = ['admin', 'administrator', 'moderator', 'official', 'support']
/** Words that make no claim alone, but belong to one: "Support team", "The real admin". */
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

/** Alphabets whose letters look alike. A word in more than one of them is a disguise. */
const alike = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Cherokee', 'Coptic', 'Georgian'].map(
  (script) => new RegExp(`\\p{Script=${script}}`, 'u')
)

export type NameProblem = 'hidden' | 'mixed' | 'reserved'

/** What is wrong with a new name of a person; null when nothing is. Names in any one script pass. */
export const nameProblem = (name: string, productName: string): NameProblem | null => {
  if (hasHiddenCharacters(name)) return 'hidden'
  if (name.split(/[\s\p{P}]+/u).some(isMixed)) return 'mixed'
  return claimsAuthority(name, productName) ? 'reserved' : null
}

/** What people are told. `label` is as in "first name". */
export const nameMessage = (problem: NameProblem, label: string): string =>
  ({
    hidden: `The ${label} has characters that can’t be seen. Please type it again without them.`,
    mixed: `The ${label} mixes letters of alphabets that look alike. Please use one alphabet.`,
    reserved: `This ${label} is reserved. Please choose another one.`,
  })[problem]

/** The names by which a person is called. An absent one is null, or undefined. */
export interface PersonNames {
  firstName?: string | null
  lastName?: string | null
}

/** What is wrong with the names of a person, each by itself and both together, in a sentence beside its field. */
export const personNameProblem = (names: PersonNames, productName: string): FieldProblem | null => {
  for (const [field, label] of labels) {
    const problem = names[field] ? nameProblem(names[field], productName) : null
    if (problem) return { field, rule: problem, message: nameMessage(problem, label) }
  }
  return wholeNameProblem(names, productName)
}

/** What is wrong with both names together, such as "Support" and "Team". */
export const wholeNameProblem = ({ firstName, lastName }: PersonNames, productName: string): FieldProblem | null =>
  claimsAuthority(`${firstName ?? ''} ${lastName ?? ''}`, productName)
    ? { field: 'lastName', rule: 'reserved', message: nameMessage('reserved', 'name') }
    : null

const labels = [
  ['firstName', 'first name'],
  ['lastName', 'last name'],
] as const

/** Names from elsewhere as an account may have them: null for one that is not allowed, and both null where they aren't together. */
export const allowedNames = ({ firstName, lastName }: PersonNames, productName: string): Required<PersonNames> => {
  const allowed = (name: string | null | undefined) => (name && !nameProblem(name, productName) ? name : null)
  const names = { firstName: allowed(firstName), lastName: allowed(lastName) }
  return personNameProblem(names, productName) ? { firstName: null, lastName: null } : names
}

/** Whether the name is made of nothing but such words, however they are spelled or put together. */
export const claimsAuthority = (name: string, productName: string): boolean => {
  const text = looksLike(name)
  const authority = [productName, ...claims].map(looksLike)
  const words = [...authority, ...fillers.map(looksLike)]
  // The ends that a sequence of words can reach, and whether one of them makes a claim.
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

/**
 * One spelling for all that look alike (UTS 39, 4): without marks, case and what stands between words. `l` and `1` are `i` here,
 * which is what they stand for in "adm1n".
 */
const looksLike = (text: string): string =>
  confusables
    .rectifyConfusion(text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase())
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\s\p{P}\p{S}\p{M}]/gu, '')
    .replaceAll('l', 'i')
