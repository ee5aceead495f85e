import confusables from 'unicode-confusables'
import type { FieldProblem } from '#modules/kernel/refusals'
import { hasHiddenCharacters } from '#modules/kernel/text'

function words(list: string) {
  return list.trim().split(/\s+/)
}

/** Words that claim to speak for the product, like its name. */
const claims = words(`
  admin administrator administration sysadmin sysop webmaster superuser system official moderator moderation mods staff support helpdesk
  administrador administrateur moderador moderateur moderatore soporte assistenza админ администратор администрация модератор поддержка
  管理员 管理員 管理者 官方 客服 公式 運営 관리자 운영자 운영팀`)
/** Words that only claim it together: "The team", "Help desk", "Trust & Safety". */
const halfClaims = words(`
  the our your verified team mod help desk security billing account service customer care community manager trust safety owner developer
  dev crew`)
/** Words that claim nothing, but that may stand beside the others: "Head of support". */
const fillers = words('a an and of from by at real head chief member bot hq')

/** Check marks, shields and registered signs, which look like a badge of the product. */
const badges = /[\u2611\u2705\u2713\u2714\u237b\u{1f5f8}\u{1f5f9}\u{1fbb1}\u{1f6e1}\u{1f530}\u{1f396}\u{1f3c5}©®™℠]/u

/** Scripts with look-alike letters. A word may use only one of them. */
const alike = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Cherokee', 'Coptic', 'Georgian'].map(
  (script) => new RegExp(`\\p{Script=${script}}`, 'u')
)

export type NameProblem = 'hidden' | 'mixed' | 'badge' | 'reserved'

/** Checks a new name of a person. Null when it is fine. Names in any single script pass. */
export const nameProblem = (name: string, productName: string): NameProblem | null => {
  if (hasHiddenCharacters(name)) return 'hidden'
  if (name.split(/[\s\p{P}]+/u).some(isMixed)) return 'mixed'
  if (badges.test(name)) return 'badge'
  return claimsAuthority(name, productName) ? 'reserved' : null
}

/** Returns the message for a problem. `label` is for example "first name". */
export const nameMessage = (problem: NameProblem, label: string): string =>
  ({
    hidden: `The ${label} has characters that can’t be seen. Please type it again without them.`,
    mixed: `The ${label} mixes letters of alphabets that look alike. Please use one alphabet.`,
    badge: `The ${label} has a mark that looks like a badge. Please leave it out.`,
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

/**
 * Whether the name consists only of the product's name, claims, half claims and fillers, in any spelling or combination, and has one claim or
 * two half claims.
 */
export const claimsAuthority = (name: string, productName: string): boolean => {
  const text = looksLike(name)
  const weights = new Map([
    ...fillers.map((word) => [word, 0] as const),
    ...halfClaims.flatMap((word) => withPlural(word, 1)),
    ...[productName, ...claims].flatMap((word) => withPlural(word, 2)),
  ])
  const words = [...weights].map(([word, weight]) => [looksLike(word), weight] as const)
  /** The end positions that a sequence of words reaches, with its largest weight. */
  const reached = new Map<number, number>([[0, 0]])
  for (let at = 0; at < text.length; at++) {
    const sum = reached.get(at)
    if (sum === undefined) continue
    for (const [word, weight] of words)
      if (text.startsWith(word, at))
        reached.set(at + word.length, Math.max(reached.get(at + word.length) ?? 0, sum + weight))
  }
  return (reached.get(text.length) ?? 0) >= 2
}

const withPlural = (word: string, weight: number) => [[word, weight] as const, [`${word}s`, weight] as const]

const isMixed = (word: string) => alike.filter((script) => script.test(word)).length > 1

/**
 * Maps look-alike texts to one form (UTS 39, section 4), without marks, case and separators. `l` and `1` map to `i`, as in "adm1n". Letters in
 * circles, squares and flags count as letters.
 */
const looksLike = (text: string): string =>
  confusables
    .rectifyConfusion(plainLetters(text).normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase())
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\s\p{P}\p{S}\p{M}]/gu, '')
    .replaceAll('l', 'i')

/** The first of 26 symbols each that Unicode doesn't decompose: negative circled, negative squared and regional letters. */
const alphabets = [0x1f150, 0x1f170, 0x1f1e6]

const plainLetters = (text: string): string =>
  text.replaceAll(/[\u{1f150}-\u{1f1ff}]/gu, (symbol) => {
    const code = symbol.codePointAt(0)!
    const first = alphabets.find((first) => code >= first && code < first + 26)
    return first === undefined ? symbol : String.fromCharCode(0x61 + code - first)
  })
