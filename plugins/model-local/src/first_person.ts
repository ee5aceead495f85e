import language, { compile, wordsOf } from './language.ts'

const pronouns = {
  she: { subject: 'she', object: 'her', possessive: 'her', reflexive: 'herself' },
  he: { subject: 'he', object: 'him', possessive: 'his', reflexive: 'himself' },
}
/** Matches pronouns that may refer to the character. */
const personal = /\b(?:s?he|hers?|his|him|they|their|them)\b/i
const titles = compile(language.titles)
/** Matches words for other people, because a pronoun may refer to them. */
const otherPeople = compile(language.otherPeople)
const adverbs = compile(language.adverbs)
/** Matches words that follow an object pronoun. Before any other word, 'her' is a possessive. */
const afterObject = compile(language.afterObject)
const clauseStart = compile(language.clauseStart)
const verbForms = new Map(Object.entries(language.verbForms))
const unchangedVerbs = wordsOf(language.unchangedVerbs)
const notVerbs = wordsOf(language.notVerbs)
/** Third-person forms that are rarely plural nouns, so a second verb is safe to change: 'keeps bees and sells honey'. */
const verbs = wordsOf(language.verbs)
/** Matches a second verb that may still be in the third person. It also matches nouns, as in 'keeps bees and moths'. */
const another = String.raw`(?:\b(?:and|or|but|then)|,)\s+(?:\w+ly\s+)?\w{2,}(?<!s)(?<!u)(?<!i)s`
const missedVerb = new RegExp(
  `\\b(?:and|or|but|then) (?:has|is|does|was not)\\b|\\b(?:never|always|often|rarely) (?!was)\\w{2,}(?<![sui])s\\b|${another} (?:the|an?|his|her|my|me|it|its|to|that|no|every|up|down|by|at|with|like)\\b`
)
const possiblyMissedVerb = new RegExp(`${another.replace('|,', '')}\\b`)

/**
 * Converts a sentence about the character to the first person. 'Mara keeps her bees' becomes 'I keep my bees'. Returns a sentence that
 * isn't about a person unchanged. Returns null when the result is uncertain, so that the caller quotes the sentence. `about` is all text
 * about the character.
 */
export function inFirstPerson(sentence: string, name: string, about: string): string | null {
  if (/["“”]/.test(sentence)) return null
  if (/\b(?:I|my|me)\b/.test(sentence)) return sentence
  const mine = pronounsOf(about)
  if (/\b(?:they|their)\b/i.test(sentence) && !mine) return null
  const nameWords = name.split(/\s+/).map(bare)
  const aliases = new Set(nameWords.filter((word) => word.length > 1 && !titles.test(word)))
  const words = sentence.split(/\s+/)
  const isNamed = words.some((word) => aliases.has(bare(word).replace(/[’']s$/, '')))
  const hasPronouns = mine !== null && words.some((word) => Object.values(mine).includes(bare(word)))
  if (!isNamed && !hasPronouns) return personal.test(sentence) ? null : sentence
  const withoutName = words.filter((word) => !aliases.has(bare(word))).join(' ')
  const otherAt = hasPronouns ? withoutName.search(otherPeople) : -1
  // In 'her mother', 'her' is unambiguous. A subject pronoun after another person isn't.
  const isAmbiguous = new RegExp(`\\b(?:${mine?.subject}|and|who|but)\\b`, 'i')
  if (otherAt >= 0 && isAmbiguous.test(withoutName.slice(otherAt))) return null
  return rewrite(words, aliases, mine)
}

type Pronouns = (typeof pronouns)[keyof typeof pronouns]

function rewrite(words: string[], aliases: Set<string>, mine: Pronouns | null): string | null {
  const out: string[] = []
  let hasPresent = false
  // Whether the current clause has 'I' as its subject.
  let hasSubject = false
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!
    const core = bare(word)
    const [, lead, tail] = /^([^\p{L}]*).*?([^\p{L}’'-]*)$/u.exec(word)!
    const put = (text: string) => void out.push(lead + text + tail)
    const last = bare(out.findLast((other) => !adverbs.test(bare(other))) ?? '')
    const joinsVerb = /^(?:and|but|or|then)$/.test(last) && (verbForms.has(core) || verbs.has(core))
    if (/[’']s$/.test(core) && aliases.has(core.replace(/[’']s$/, ''))) put('my')
    else if (mine && /^[’']/.test(core.replace(mine.subject, ''))) return null
    else if (isName(words, i, aliases) || core === mine?.subject) {
      const subject = subjectAt(words, i, aliases)
      if (!subject) return null
      hasPresent ||= subject.isPresent
      out.push(lead + subject.text)
      i = subject.verbAt
      hasSubject = true
    } else if (hasSubject && joinsVerb && !/^of\b/.test(words[i + 1] ?? '')) put(conjugated(core)!)
    else {
      if (/[;:]$/.test(word) || /^(?:he|she|they|it|who|which|that)$/.test(core)) hasSubject = false
      const next = words[i + 1]
      const isObject = core !== mine?.possessive || tail !== '' || next === undefined || afterObject.test(bare(next))
      if (core === mine?.reflexive) put('myself')
      else if (core === mine?.object && isObject) put('me')
      else if (core === mine?.possessive) put('my')
      else out.push(word)
    }
  }
  const text = out.join(' ')
  if (missedVerb.test(text) || (hasPresent && possiblyMissedVerb.test(text))) return null
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Returns the subject at `at` with its verb, in the first person. Null when the result is uncertain. */
function subjectAt(words: string[], at: number, aliases: Set<string>) {
  const isNamed = isName(words, at, aliases)
  const continuesName = (n: number) =>
    isName(words, n, aliases) || (/^(?:the|of)$/.test(words[n]!) && aliases.has(bare(words[n + 1] ?? '')))
  let end = at
  // Skips the other words of a name.
  while (isNamed && end + 1 < words.length && !/[,.;:!?]$/.test(words[end]!) && continuesName(end + 1)) end++
  const before = words[at - 1]
  const startsClause = before === undefined || /[,;:]$/.test(before) || clauseStart.test(before)
  if (/[^\p{L}]$|[’']s\P{L}*$/u.test(words[end]!) || (isNamed && !startsClause)) return null
  let verbAt = end + 1
  while (adverbs.test(words[verbAt] ?? '')) verbAt++
  const verb = bare(words[verbAt] ?? '')
  const mine = conjugated(verb)
  if (mine === null) return null
  const text = ['I', ...words.slice(end + 1, verbAt), words[verbAt]!.replace(/[\p{L}’'-]+/u, mine)].join(' ')
  return { text, verbAt, isPresent: mine !== verb }
}

function isName(words: string[], at: number, aliases: Set<string>): boolean {
  const word = words[at]!
  if (aliases.has(bare(word))) return true
  return titles.test(bare(word)) && aliases.has(bare(words[at + 1] ?? '')) && /^\p{Lu}/u.test(word)
}

/** Returns the verb form for 'I', or null for a word that doesn't look like a verb. */
function conjugated(verb: string): string | null {
  const known = verbForms.get(verb)
  if (known !== undefined) return known
  if (unchangedVerbs.has(verb)) return verb
  if (verb === '' || notVerbs.has(verb)) return null
  if (verb.endsWith('ies')) return verb.length > 4 ? verb.replace(/ies$/, 'y') : verb.replace(/s$/, '')
  if (/(?:sses|shes|ches|xes|zzes)$/.test(verb)) return verb.replace(/es$/, '')
  return /ss$|us$/.test(verb) ? null : verb.replace(/s$/, '')
}

/** Returns the pronouns that a text uses most. Null for a tie, and if the text uses 'they' most. */
function pronounsOf(text: string): Pronouns | null {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0
  const [she, he, they] = [/\b(?:she|her|herself)\b/gi, /\b(?:he|him|his|himself)\b/gi, /\bthey\b/gi].map(count)
  if (she === he || they! > Math.max(she!, he!)) return null
  return she! > he! ? pronouns.she : pronouns.he
}

export const possessiveOf = (about: string): string => pronounsOf(about)?.possessive ?? 'their'

/** Removes the punctuation around a word and lowercases its first letter. */
const bare = (word: string): string =>
  word.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '').replace(/^\p{Lu}/u, (letter) => letter.toLowerCase())
