import { trimmed } from '#modules/kernel/text'
import { folded, isSpacedWord } from '#modules/kernel/words'

/** A key, prepared for the search. */
export interface Key {
  /** The key as shown in reasons, with macros filled. */
  written: string
  /** The text to search for, folded. Empty for patterns. */
  text: string
  caseSensitive: boolean
  /** The surroundings that a match needs. A `word` is found in a set of words. */
  match: 'word' | 'bounded' | 'anywhere' | 'pattern'
  /** The `patternId` of a pattern. Empty for other keys. */
  pattern: string
}

export interface Pattern {
  source: string
  flags: string
}

/** Identifies a pattern in `PatternMatches`. */
export const patternId = ({ source, flags }: Pattern): string => `/${source}/${flags}`

const unescapedSlash = /(?:^|[^\\])(?:\\\\)*\//

/** Parses `/pattern/flags`. Returns null for a plain text, for an unescaped slash inside, and for a pattern that doesn't compile. */
export const parsePattern = (key: string): Pattern | null => {
  const [, source, flags] = /^\/([^]+)\/([a-z]*)$/.exec(key) ?? []
  if (source === undefined || unescapedSlash.test(source)) return null
  return compiles({ source, flags: flags! })
}

/** Parses a key that is a pattern even without slashes. Returns null for a pattern that doesn't compile. */
export const parseBarePattern = (key: string, caseSensitive: boolean): Pattern | null =>
  parsePattern(key) ?? compiles({ source: key, flags: caseSensitive ? '' : 'i' })

const compiles = (pattern: Pattern): Pattern | null => {
  try {
    new RegExp(pattern.source, pattern.flags)
    return pattern
  } catch {
    return null
  }
}

export interface KeyRules {
  caseSensitive: boolean
  wholeWords: boolean
  useRegex: boolean
}

/** Prepares a key. Returns null for a blank key, which matches nothing. */
export const toKey = (filled: string, { caseSensitive, wholeWords, useRegex }: KeyRules): Key | null => {
  const written = trimmed(filled)
  if (written === '') return null
  const isPattern = useRegex || written.charCodeAt(0) === slash
  const pattern = !isPattern ? null : useRegex ? parseBarePattern(written, caseSensitive) : parsePattern(written)
  if (pattern) return { written, text: '', caseSensitive, match: 'pattern', pattern: patternId(pattern) }
  const text = folded(written, { keepsCase: caseSensitive })
  const match = !wholeWords ? 'anywhere' : isSpacedWord(text) ? 'word' : /\s/.test(text) ? 'anywhere' : 'bounded'
  return { written, text, caseSensitive, match, pattern: '' }
}

const slash = 47
