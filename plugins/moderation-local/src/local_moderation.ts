import { setImmediate } from 'node:timers/promises'
import { ProviderError } from '../../contract/errors.ts'
import { forbiddenWordsCategory, minorAgeCategory, type ModerationProvider } from '../../contract/moderation.ts'
import { simplified, spellingPattern } from './look_alikes.ts'

export interface LocalModerationOptions {
  /** Words of the letters a to z. */
  forbiddenWords: readonly string[]
}

/** A number that may be the age of a person, and the texts around it: "Age: 17", "17 years old", "17yo". */
const number = /(?<!\d)\d{1,2}(?!\d)/g
const beforeAge = /(?:^|[^a-z])age[ds]?\s{0,3}[:=]?\s{0,3}$/
const afterAge = /^(?:[\s-]{0,3}(?:years?|yrs?)[\s-]{1,3}old|\s?(?:yo|y\/o))\b/
/** The length of those texts. */
const aroundMax = 20
const adultAge = 18

/** A text of this length takes about a millisecond. */
const pauseAfter = 10_000

/** Judges by word lists, on this machine. */
export function localModeration({ forbiddenWords }: LocalModerationOptions): ModerationProvider {
  let patterns: { any: RegExp; each: (readonly [word: string, pattern: RegExp])[] } | null = null

  return {
    isInstant: true,
    takesPictures: false,
    async judge({ texts, isAdult }, signal) {
      if (signal.aborted) throw new ProviderError('cut_off', 'The caller canceled the call.')
      patterns ??= {
        any: spellingPattern(forbiddenWords),
        each: forbiddenWords.map((word) => [word, spellingPattern([word])] as const),
      }
      const [words, categories] = [new Set<string>(), new Set<string>()]
      for (const given of texts) {
        const text = simplified(given)
        if (patterns.any.test(text))
          for (const [word, pattern] of patterns.each) if (pattern.test(text)) words.add(word)
        if (isAdult && statesMinorAge(text)) categories.add(minorAgeCategory)
        // Other requests go on meanwhile.
        if (given.length > pauseAfter) await setImmediate()
      }
      if (words.size === 0) return { categories: [...categories] }
      return {
        categories: [forbiddenWordsCategory, ...categories],
        words: forbiddenWords.filter((word) => words.has(word)),
      }
    },
  }
}

const statesMinorAge = (text: string): boolean => {
  for (const { 0: digits, index } of text.matchAll(number)) {
    const age = Number(digits)
    if (age === 0 || age >= adultAge) continue
    const end = index + digits.length
    if (beforeAge.test(text.slice(Math.max(0, index - aroundMax), index))) return true
    if (afterAge.test(text.slice(end, end + aroundMax))) return true
  }
  return false
}
