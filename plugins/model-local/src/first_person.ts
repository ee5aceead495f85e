import language, { compile, wordsOf } from './language.ts'

interface Pronouns {
  subject: string
  object: string
  possessive: string
  reflexive: string
}

const she: Pronouns = { subject: 'she', object: 'her', possessive: 'her', reflexive: 'herself' }
const he: Pronouns = { subject: 'he', object: 'him', possessive: 'his', reflexive: 'himself' }

const titles = compile(language.titles)
/** Other people that a pronoun could refer to. */
const otherPeople = compile(language.otherPeople)
const adverbs = compile(language.adverbs)
/** Words that follow an object pronoun. Before any other word, 'her' is a possessive. */
const afterObject = compile(language.afterObject)
const clauseStart = compile(language.clauseStart)
const verbForms = new Map(Object.entries(language.verbForms))
const unchangedVerbs = wordsOf(language.unchangedVerbs)
const notVerbs = wordsOf(language.notVerbs)
/** Third-person forms that are rarely plural nouns, so a second verb is safe to change: 'keeps bees and sells honey'. */
const verbs = wordsOf(language.verbs)

/**
 * Turns a sentence about the character into the first person: 'Mara keeps her bees' gives 'I keep my bees'.
 * Returns null when that isn't certain; quote the sentence instead.
 */
export function inFirstPerson(sentence: string, name: string, about: string): string | null {
  if (/["“”]/.test(sentence)) return null
  if (/\b(?:I|my|me)\b/.test(sentence)) return sentence
  const mine = pronounsOf(about)
  if (/\bthey\b|\btheir\b/i.test(sentence) && !mine) return null
  const aliases = aliasesOf(name)
  const words = sentence.split(/\s+/)
  const isNamed = words.some((word) => aliases.has(bare(word).replace(/[’']s$/, '')))
  const hasPronouns = mine !== null && words.some((word) => Object.values(mine).includes(bare(word)))
  if (!isNamed && !hasPronouns) return null
  const withoutName = words.filter((word) => !aliases.has(bare(word))).join(' ')
  if (hasPronouns && otherPeople.test(withoutName) && !isUnambiguous(withoutName, mine)) return null
  return new FirstPerson(words, aliases, mine).rewrite()
}

/** 'her mother' leaves no doubt about 'her'. A subject pronoun after another person does. */
function isUnambiguous(text: string, mine: Pronouns): boolean {
  const rest = text.slice(text.search(otherPeople))
  return !new RegExp(`\\b${mine.subject}\\b`, 'i').test(rest) && !/\b(?:and|who|but)\b/i.test(rest)
}

class FirstPerson {
  readonly #words: string[]
  readonly #aliases: Set<string>
  readonly #mine: Pronouns | null
  readonly #out: string[] = []
  #hasPresent = false

  constructor(words: string[], aliases: Set<string>, mine: Pronouns | null) {
    this.#words = words
    this.#aliases = aliases
    this.#mine = mine
  }

  rewrite(): string | null {
    const words = this.#words
    const mine = this.#mine
    // Whether the current clause has 'I' as its subject.
    let hasSubject = false
    for (let i = 0; i < words.length; i++) {
      const word = words[i]!
      const core = bare(word)
      const tail = word.slice(word.search(/[^\p{L}’'-]*$/u))
      const lead = word.match(/^[^\p{L}]*/u)![0]
      const put = (text: string) => void this.#out.push(lead + text + tail)
      if (/^[\p{L}-]+[’']s$/u.test(core) && this.#isAlias(core.replace(/[’']s$/, ''))) {
        put('my')
        continue
      }
      if (mine && (core === `${mine.subject}’s` || core === `${mine.subject}'s`)) return null
      if (this.#isName(i) || core === mine?.subject) {
        const next = this.#putSubject(i, lead)
        if (next === null) return null
        i = next
        hasSubject = true
        continue
      }
      const joined = /^(?:and|but|or|then)$/.test(bare(this.#out.findLast((other) => !adverbs.test(bare(other))) ?? ''))
      const isSecondVerb = (verbForms.has(core) || verbs.has(core)) && !/^of\b/.test(words[i + 1] ?? '')
      if (hasSubject && joined && isSecondVerb) {
        put(conjugated(core)!)
        continue
      }
      if (/[;:]$/.test(word) || /^(?:he|she|they|it|who|which|that)$/.test(core)) hasSubject = false
      if (core === mine?.reflexive) put('myself')
      else if (core === mine?.object && core === mine.possessive) {
        const next = words[i + 1]
        put(tail !== '' || next === undefined || afterObject.test(bare(next)) ? 'me' : 'my')
      } else if (core === mine?.object) put('me')
      else if (core === mine?.possessive) put('my')
      else this.#out.push(word)
    }
    const text = this.#out.join(' ')
    return this.#mayMissVerb(text) ? null : text.charAt(0).toUpperCase() + text.slice(1)
  }

  /** Replaces the subject at `at` and its verb. Returns the index of the verb, or null when unsure. */
  #putSubject(at: number, lead: string): number | null {
    const words = this.#words
    const isName = this.#isName(at)
    let end = at
    // A name of several words is one subject.
    while (isName && end + 1 < words.length && !/[,.;:!?]$/.test(words[end]!) && this.#continuesName(end + 1)) end++
    if (isName && /[’']s$/.test(bare(words[end]!))) return null
    if (/[^\p{L}]$/u.test(words[end]!) || (isName && !this.#startsClause(at))) return null
    let verbAt = end + 1
    while (verbAt < words.length && adverbs.test(bare(words[verbAt]!)) && words[verbAt] === bare(words[verbAt]!))
      verbAt++
    const verb = words[verbAt]
    const mineVerb = verb === undefined ? null : conjugated(bare(verb))
    if (verb === undefined || mineVerb === null) return null
    if (mineVerb !== bare(verb)) this.#hasPresent = true
    const verbEnd = verb.slice(verb.replace(/[^\p{L}]+$/u, '').length)
    this.#out.push(lead + 'I', ...words.slice(end + 1, verbAt), mineVerb + verbEnd)
    return verbAt
  }

  /** True when a second verb may still be in the third person: 'keeps bees and moths' can't be told from it. */
  #mayMissVerb(text: string): boolean {
    const another = String.raw`\b(?:and|or|but|then)\s+(?:\w+ly\s+)?\w{2,}(?<!s)(?<!u)(?<!i)s`
    if (/\b(?:and|or|but|then) (?:has|is|does|was not)\b/.test(text)) return true
    if (new RegExp(`${another} (?:the|an?|his|her|my|me|it|its|to|that|no|every|up|down)\\b`).test(text)) return true
    return this.#hasPresent && new RegExp(`${another}\\b`).test(text)
  }

  #isAlias(word: string): boolean {
    return this.#aliases.has(word)
  }

  #isName(at: number): boolean {
    const word = this.#words[at]!
    if (this.#isAlias(bare(word))) return true
    return titles.test(bare(word)) && this.#isAlias(bare(this.#words[at + 1] ?? '')) && /^\p{Lu}/u.test(word)
  }

  #continuesName(at: number): boolean {
    const word = this.#words[at]!
    return this.#isAlias(bare(word)) || (/^(?:the|of)$/.test(word) && this.#isAlias(bare(this.#words[at + 1] ?? '')))
  }

  #startsClause(at: number): boolean {
    const before = this.#words[at - 1]
    return before === undefined || /[,;:]$/.test(before) || clauseStart.test(before)
  }
}

/** The verb form that goes with 'I'; null for a word that doesn't look like a verb. */
function conjugated(verb: string): string | null {
  const known = verbForms.get(verb)
  if (known !== undefined) return known
  if (unchangedVerbs.has(verb)) return verb
  if (notVerbs.has(verb)) return null
  if (verb.endsWith('ies')) return verb.length > 4 ? verb.replace(/ies$/, 'y') : verb.replace(/s$/, '')
  if (/(?:sses|shes|ches|xes|zzes)$/.test(verb)) return verb.replace(/es$/, '')
  return /ss$|us$/.test(verb) ? null : verb.replace(/s$/, '')
}

function aliasesOf(name: string): Set<string> {
  const words = name.split(/\s+/).map(bare)
  return new Set(words.filter((word) => word.length > 1 && !titles.test(word)))
}

/** The pronouns a text uses most; null for a tie. */
function pronounsOf(text: string): Pronouns | null {
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0
  const difference = count(/\b(?:she|her|herself)\b/gi) - count(/\b(?:he|him|his|himself)\b/gi)
  if (difference === 0) return null
  return difference > 0 ? she : he
}

export const possessiveOf = (about: string): string => pronounsOf(about)?.possessive ?? 'their'

/** A word without punctuation around it, its first letter in lower case. */
const bare = (word: string): string =>
  word.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '').replace(/^\p{Lu}/u, (letter) => letter.toLowerCase())
