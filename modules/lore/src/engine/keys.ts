/** A key, prepared for the search. */
export interface Key {
  /** The key as shown in reasons, with macros filled. */
  written: string
  /** The text to search for, in lower case unless the key is case-sensitive. Empty for patterns. */
  text: string
  caseSensitive: boolean
  /** The surroundings that a match needs. A `word` has only letters, digits and underscores, so a set of words finds it. */
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
  const written = filled.trim()
  if (written === '') return null
  const isPattern = useRegex || written.charCodeAt(0) === slash
  const pattern = !isPattern ? null : useRegex ? parseBarePattern(written, caseSensitive) : parsePattern(written)
  if (pattern) return { written, text: '', caseSensitive, match: 'pattern', pattern: patternId(pattern) }
  const text = caseSensitive ? written : written.toLowerCase()
  const match = !wholeWords ? 'anywhere' : isWord(text) ? 'word' : /\s/.test(text) ? 'anywhere' : 'bounded'
  return { written, text, caseSensitive, match, pattern: '' }
}

const slash = 47

/**
 * Returns whether a text has only ASCII letters, digits and underscores. A loop is faster than a regular expression, and this runs for each
 * of tens of thousands of keys.
 */
const isWord = (text: string): boolean => {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const isPart =
      (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || code === 95
    if (!isPart) return false
  }
  return true
}
