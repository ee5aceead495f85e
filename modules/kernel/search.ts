import { codePoints, isBlank, withoutHiddenCharacters } from './text.ts'

/**
 * A substring search that one of two indexes can serve. `pattern` is a LIKE pattern for a trigram index. It is null for short texts and for
 * letters that pg_trgm may not know. Then `pairs` contains the text's pairs of neighboring characters, for an index on pairs.
 */
export interface Search {
  /** In lower case. The searched expression must be in lower case, too. */
  text: string
  pattern: string | null
  pairs: string[] | null
}

/** A LIKE pattern that matches the text literally, anywhere. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** Ignores invisible characters, which pasted texts may have. Returns null for a blank text. */
export const parseSearch = (q: string): Search | null => {
  if (isBlank(q)) return null
  const text = withoutHiddenCharacters(q).trim().toLowerCase()
  if (codePoints(text) <= 2) return { text, pattern: null, pairs: [text] }
  if (/[a-z\d]{3}/.test(text)) return { text, pattern: containing(text), pairs: null }
  const letters = [...text]
  return { text, pattern: null, pairs: [...new Set(letters.slice(1).map((letter, index) => letters[index]! + letter))] }
}

/**
 * Returns the SQL condition for a search on an expression that both indexes cover. The numbers are the positions of the three parameters.
 * `strpos` comes first because a plan without the index would otherwise compute the pairs of every row.
 */
export const searchCondition = (searched: string, [pattern, pairs, text]: readonly [number, number, number]): string =>
  `($${pattern}::text IS NULL OR ${searched} LIKE $${pattern})
    AND ($${pairs}::text[] IS NULL OR (strpos(${searched}, $${text}) > 0 AND search_pairs(${searched}) @> $${pairs}))`
