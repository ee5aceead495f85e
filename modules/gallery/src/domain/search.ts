import { codePoints } from '#modules/kernel/text'

/**
 * How a search text is looked for. `starts`: a word of the name begins with it, for one and two letters, which a trigram
 * index can't find. `contains`: the name or the description has it somewhere; `indexed` says whether the trigram index can
 * help, which it can't with a text like '...' or a row of emoji.
 */
export type Search = { kind: 'starts'; text: string } | { kind: 'contains'; text: string; indexed: boolean }

/** What pg_trgm cuts a whole trigram from, when the text may stand in the middle of a word at both its ends. */
const withTrigram = {
  everyLetter: /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]|[\p{L}\p{N}]{2}[^\p{L}\p{N}]/u,
  asciiOnly: /[a-z\d]{3}|[^a-z\d][a-z\d]|[a-z\d]{2}[^a-z\d]/iu,
}

/** A text that the index can't help with is looked for in so many rows after the cursor. More would take too long. */
export const unindexedRowsMax = 10_000

/** What the database's character type knows as letters. */
export type Letters = keyof typeof withTrigram

/** Null for a blank text, which searches nothing. */
export const readSearch = (q: string, letters: Letters): Search | null => {
  const text = q.trim()
  if (text === '') return null
  if (codePoints(text) < 3) return { kind: 'starts', text }
  return { kind: 'contains', text, indexed: withTrigram[letters].test(text) }
}

/** A LIKE pattern that finds the text as it is: its own %, _ and \ mean themselves. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

const withWord = { everyLetter: /[\p{L}\p{N}]/u, asciiOnly: /[a-z\d]/i }

/**
 * How admins' searches look through names, categories and tags (see `gallery_labels`): for a text somewhere in them, and for one
 * or two letters at the beginning of a word. Null for a blank text.
 */
export const readLabelSearch = (q: string, letters: Letters): { pattern: string; indexed: boolean } | null => {
  // chr 31 stands between the labels
  const search = readSearch(q.replaceAll('\u001f', ''), letters)
  if (!search) return null
  if (search.kind === 'contains') return { pattern: containing(search.text), indexed: search.indexed }
  return { pattern: containing(` ${search.text}`), indexed: withWord[letters].test(search.text) }
}
