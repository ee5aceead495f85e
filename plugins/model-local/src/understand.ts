import language, { compile, compileAll, wordsOf } from './language.ts'
import phrases from './phrases.json' with { type: 'json' }
import { contentWords, stem } from './words.ts'

export type Feeling = keyof typeof language.feelings
export type Intent =
  | keyof typeof language.intents
  | keyof typeof language.shortIntents
  | ('about_me' | 'question' | 'feeling' | 'gesture' | 'nothing' | 'nonsense' | 'unreadable' | 'statement')

export interface Understood {
  intent: Intent
  isQuestion: boolean
  /** The words with meaning, excluding the message's *actions*. */
  words: string[]
  feeling: Feeling | null
  /** Phrases about the topic of the message. */
  topicPhrases: string[]
}

const intents = compileAll(language.intents)
const shortIntents = compileAll(language.shortIntents)
const feelings = compileAll(language.feelings)
const question = compile(language.question)
const aboutMe = compile(language.aboutMe)
/** The stems of common English words. A message without one of them is nonsense or in another language. */
const knownStems = new Set([...wordsOf(language.commonWords), ...wordsOf(language.stopWords)].map(stem))
const foreignWords = wordsOf(language.foreignWords)
const topics = phrases.topics.map(({ asks, says }) => ({ pattern: compile(asks), says }))

/** Classifies a message by the first pattern of `language.json` that matches. */
export function understand(message: string): Understood {
  const withoutActions = message.slice(0, 8000).replace(/\*[^*]*\*/g, ' ')
  const spoken = withoutActions.replace(/\s+/g, ' ').trim()
  const words = contentWords(spoken)
  const feeling = firstMatch(feelings, spoken)
  return {
    intent: intentOf(message, spoken, words, feeling),
    isQuestion: question.test(spoken),
    words,
    feeling,
    topicPhrases: topics.find(({ pattern }) => pattern.test(spoken))?.says ?? [],
  }
}

function intentOf(message: string, spoken: string, words: string[], feeling: Feeling | null): Intent {
  const isShort = spoken.length < 60
  const isQuestion = question.test(spoken)
  if (!/\p{L}/u.test(spoken)) return /[a-z0-9?!.]/i.test(spoken) || message.trim() === '' ? 'nothing' : 'gesture'
  if (!/\p{Script=Latin}/u.test(spoken)) return 'unreadable'
  const known = firstMatch(intents, spoken)
  if (known) return known
  if (!isKnown(spoken)) return isForeign(spoken) ? 'language' : 'nonsense'
  const isAboutUser = /\bi(?:[’']?m|[’']ve)?\b/i.test(spoken)
  if (isQuestion || /^tell me /i.test(spoken)) return aboutMe.test(spoken) ? 'about_me' : 'question'
  if (feeling && (isAboutUser || isShort)) return 'feeling'
  const short = isShort && words.length < 4 ? firstMatch(shortIntents, spoken) : null
  if (short) return short
  return words.length === 0 ? 'nothing' : 'statement'
}

/** Single words are often names, so they aren't nonsense unless they can't be pronounced. */
function isKnown(spoken: string): boolean {
  const all = spoken.match(/\p{L}[\p{L}’'-]*/gu) ?? []
  if (all.length === 1) return !/[^aeiouyà-ÿ’'-]{5,}/i.test(all[0]!)
  return all.some((word) => knownStems.has(stem(word)) || firstMatch(shortIntents, word) !== null)
}

const isForeign = (spoken: string): boolean =>
  /[¿¡à-ÿ]/i.test(spoken) ||
  spoken
    .toLowerCase()
    .split(/[^\p{L}’'-]+/u)
    .some((word) => foreignWords.has(word))

const firstMatch = <Key extends string>(patterns: [Key, RegExp][], text: string): Key | null =>
  patterns.find(([, pattern]) => pattern.test(text))?.[0] ?? null

/** Returns the latest name that the user gave, or null. */
export function givenName(messages: readonly string[]): string | null {
  for (const text of messages.toReversed()) {
    const name = text.match(/\b(?:my name is|my name[’']s|call me|i am called)\s+(\p{L}[\p{L}’'-]{0,23})/iu)?.[1]
    if (name && !/^(?:a|an|the|not|when|if|back|later|what|whatever|crazy|maybe|that)$/i.test(name))
      return name.charAt(0).toUpperCase() + name.slice(1)
  }
  return null
}
