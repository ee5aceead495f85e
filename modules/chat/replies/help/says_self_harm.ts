import { foldText, unspacedScript, wordsOf } from '../folded_words.ts'
import lexicon from './lexicon.json' with { type: 'json' }

/*
 * Finds messages in which people say of themselves that they want to harm themselves. The lexicon has whole phrases in the first person, such as
 * "I want to (die|kill myself)", and exceptions that contain one, such as "I want to die of". What is quoted or between asterisks is
 * speech of a story, so it isn't read.
 */

/** The part of a longer text that is read: its end. */
const readMax = 16_000

/** Quoted texts, actions of a role-play, and quoted lines. No alternative reads far for a missing end. */
const otherVoices =
  /"[^"\n]*"|“[^“”\n]*”|„[^„“”\n]*[“”]|«[^«»\n]*»|「[^「」\n]*」|『[^『』\n]*』|\*[^*\n]+\*|^[ \t]*>[^\n]*$/gm

/** Expands the alternatives of a phrase, such as `a (b|c)`. */
const expanded = (phrase: string): string[] => {
  const [, before, choices, after] = /^([^(]*)\(([^)]*)\)(.*)$/.exec(phrase) ?? []
  if (choices === undefined) return [phrase]
  return choices.split('|').flatMap((choice) => expanded(`${before}${choice}${after}`))
}

/** A word of phrases, and the words that follow it in them. */
interface Word {
  next: Map<string, Word>
  /** A phrase ends here. */
  ends?: 'says' | 'except'
}

/** The phrases of scripts with spaces, as a tree of their words. */
const phrases: Word = { next: new Map() }

const addPhrase = (words: string[], kind: 'says' | 'except') => {
  let last = phrases
  for (const word of words) {
    const next = last.next.get(word) ?? { next: new Map() }
    last.next.set(word, next)
    last = next
  }
  last.ends = kind
}

/** Phrases of Japanese and Korean, without spaces, which people set freely. */
const unspaced: { says: string[]; except: string[] } = { says: [], except: [] }

for (const { says, except } of Object.values(lexicon))
  for (const [kind, texts] of Object.entries({ says, except }) as ['says' | 'except', string[]][])
    for (const phrase of texts.flatMap(expanded)) {
      const words = wordsOf(foldText(phrase))
      if (unspacedScript.test(phrase)) unspaced[kind].push(words.join(''))
      else addPhrase(words, kind)
    }

/** Whether the author says that they want to harm themselves. */
export const saysSelfHarm = (text: string): boolean => {
  const own = foldText(text.slice(-readMax).replace(otherVoices, '\n'))
  return hasPhrase(wordsOf(own)) || (unspacedScript.test(own) && hasUnspaced(own))
}

const hasPhrase = (words: string[]): boolean => {
  let excepted = 0
  for (let at = 0; at < words.length; at++) {
    let isSaid = false
    let word: Word | undefined = phrases
    for (let end = at; (word = word.next.get(words[end]!)); end++) {
      if (word.ends === 'except') excepted = Math.max(excepted, end + 1)
      else if (word.ends === 'says') isSaid = true
    }
    if (isSaid && at >= excepted) return true
  }
  return false
}

const hasUnspaced = (folded: string): boolean => {
  let joined = wordsOf(folded).join('')
  for (const phrase of unspaced.except) joined = joined.replaceAll(phrase, '。')
  return unspaced.says.some((phrase) => joined.includes(phrase))
}
