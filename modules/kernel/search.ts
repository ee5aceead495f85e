import { codePoints } from './text.ts'

/**
 * How a text is looked for among many rows, wherever in them it stands. `pattern` is for `LIKE lower(…)`, which a trigram index
 * finds; `pairs` are texts of one or two characters that all stand in it, for an index over those, where no trigram is sure: in
 * short texts and in letters that pg_trgm may not know.
 */
export interface Search {
  pattern: string | null
  pairs: string[] | null
}

/** Null for a blank text, which searches nothing. */
export const readSearch = (q: string): Search | null => {
  const text = q.trim().toLowerCase()
  if (text === '') return null
  if (codePoints(text) <= 2) return { pattern: null, pairs: [text] }
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  if (/[a-z\d]{3}/.test(text)) return { pattern, pairs: null }
  const letters = [...text]
  return { pattern, pairs: [...new Set(letters.slice(1).map((letter, index) => letters[index]! + letter))] }
}
