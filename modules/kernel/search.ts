import { codePoints } from './text.ts'

/**
 * How a text is looked for among many rows, wherever in them it stands: by one of two indexes. `pattern` is for LIKE, which an index
 * over trigrams finds. Where no trigram is sure, in short texts and in letters that pg_trgm may not know, it is null, and `pairs` are
 * texts of one or two characters that all stand in `text`.
 */
export interface Search {
  /** In lower case, as what it is looked for in must be. */
  text: string
  pattern: string | null
  pairs: string[] | null
}

/** Null for a blank text, which searches nothing. */
export const readSearch = (q: string): Search | null => {
  const text = q.trim().toLowerCase()
  if (text === '') return null
  if (codePoints(text) <= 2) return { text, pattern: null, pairs: [text] }
  if (/[a-z\d]{3}/.test(text)) return { text, pattern: `%${text.replace(/[\\%_]/g, '\\$&')}%`, pairs: null }
  const letters = [...text]
  return { text, pattern: null, pairs: [...new Set(letters.slice(1).map((letter, index) => letters[index]! + letter))] }
}

/**
 * Conditions for that, of an expression that both indexes have: given are the numbers of the three parameters.
 * Cutting a row into pairs is dear: whoever walks the rows without the index looks whether the text is there at all first.
 */
export const searchCondition = (searched: string, [pattern, pairs, text]: readonly [number, number, number]): string =>
  `($${pattern}::text IS NULL OR ${searched} LIKE $${pattern})
    AND ($${pairs}::text[] IS NULL OR (strpos(${searched}, $${text}) > 0 AND search_pairs(${searched}) @> $${pairs}))`
