import language from './language.ts'
import { stem } from './words.ts'

/** Replies that were written for one character. The character is recognised by its name and public description. */
export interface Voice {
  name: string
  description: string
  /** One reply a line, as `kind: text` or `kind [keyword, keyword]: text`. Lines that begin with `#` are comments. */
  lines: string
}

/** Every voice has lines of these kinds. `yes` to `farewell` answer a message of that kind. */
export const requiredKinds = [
  'greeting',
  'mood',
  'who',
  'place',
  'work',
  'people',
  'sad',
  'happy',
  'yes',
  'no',
  'disagree',
  'thanks',
  'farewell',
  'unknown',
  'lost',
  'chat',
] as const

/** The kind that answers instead, for voices without lines of this kind. */
const substitutes = {
  affection: 'thanks',
  bored: 'chat',
  insult: 'disagree',
  sorry: 'thanks',
  name: 'chat',
  again: 'chat',
  story: 'chat',
  request: 'unknown',
  foreign: 'lost',
  machine: 'unknown',
  topic: 'unknown',
} as const

export type Kind = (typeof requiredKinds)[number] | keyof typeof substitutes

export interface Keyword {
  /** Word stems between spaces. */
  phrase: string
  /** Longer phrases weigh more, and phrases of shared groups weigh less. */
  weight: number
}

export interface Line {
  kind: Kind
  /** A message with one of these phrases gets this line. */
  keywords: Keyword[]
  text: string
}

const isKind = (kind: string): kind is Kind =>
  (requiredKinds as readonly string[]).includes(kind) || Object.hasOwn(substitutes, kind)

/** Returns the kinds whose lines answer a message of this kind, in order. */
export const kindsFor = (kind: Kind): Kind[] => [
  kind,
  ...(Object.hasOwn(substitutes, kind) ? [substitutes[kind as keyof typeof substitutes]] : []),
]

/** Returns the stems of all words of a text, in order. */
export const stemsOf = (text: string): string[] => (text.match(/[\p{L}\d][\p{L}\d’'-]*/gu) ?? []).map(stem)

const keywordsOf = (list: string, weight = 2): Keyword[] =>
  list
    .split(',')
    .map((phrase) => phrase.trim())
    .flatMap((phrase) => {
      if (phrase.startsWith('@')) return keywordsOf(groupOf(phrase.slice(1)), 1)
      const stems = stemsOf(phrase)
      return [{ phrase: ` ${stems.join(' ')} `, weight: weight * stems.length }]
    })

const groups: Record<string, string> = language.keywordGroups

function groupOf(name: string): string {
  if (!Object.hasOwn(groups, name)) throw new Error(`There is no group of keywords '@${name}'`)
  return groups[name]!
}

export const parseLines = (lines: string): Line[] =>
  lines.split('\n').flatMap((line) => {
    if (line.trim() === '' || line.startsWith('#')) return []
    const [, kind, keywords, text] = /^(\w+)(?: \[([^\]]+)\])?: (\S.*)$/.exec(line) ?? []
    if (kind === undefined || text === undefined || !isKind(kind))
      throw new Error(`This is no line of a voice: ${line}`)
    return [{ kind, keywords: keywords === undefined ? [] : keywordsOf(keywords), text: text.trim() }]
  })
