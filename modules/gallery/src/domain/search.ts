import { containing } from '#modules/kernel/search'
import { codePoints, isBlank, withoutHiddenCharacters } from '#modules/kernel/text'
import { isFoundInside } from '#modules/kernel/words'

export { containing }

/**
 * Ranks of matches, best first. The name equals the text, the name begins with it, a later word of the name begins with it, a tag
 * matches, or another text matches.
 */
export const ranks = { name: 0, beginning: 1, word: 2, tag: 3, text: 4 } as const

export const isRank = (rank: unknown): rank is number => Object.values<unknown>(ranks).includes(rank)

/** Maximum length of the beginnings of names in `start_keys`, in letters. Longer texts are also compared with the name. */
export const nameKeyLength = 10

/**
 * How to run a search. `starts` matches the beginning of a word in the name. It is for one or two letters, which are too short for a
 * trigram index. `contains` also matches tags, and anywhere in the name or description. `indexed` is false for texts without a trigram,
 * such as '...' or emoji.
 */
export type Search = { kind: 'starts'; text: string } | { kind: 'contains'; text: string; indexed: boolean }

/** Matches texts that contain a complete trigram, even if they start and end inside a word. */
const withTrigram = {
  everyLetter: /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]|[\p{L}\p{N}]{2}[^\p{L}\p{N}]/u,
  asciiOnly: /[a-z\d]{3}|[^a-z\d][a-z\d]|[a-z\d]{2}[^a-z\d]/iu,
}

/** A search without an index scans at most this many rows after the cursor. */
export const unindexedRowsMax = 10_000

/** The letters that pg_trgm recognizes. They depend on the database's character type. */
export type Letters = keyof typeof withTrigram

/** Parses a search of the gallery. Ignores invisible characters, which pasted texts may have. Returns null for a blank text. */
export const parseGallerySearch = (q: string, letters: Letters): Search | null => {
  if (isBlank(q)) return null
  const text = withoutHiddenCharacters(q).trim()
  if (codePoints(text) < 3) return { kind: 'starts', text }
  return { kind: 'contains', text, indexed: withTrigram[letters].test(text) }
}

const withWord = { everyLetter: /[\p{L}\p{N}]/u, asciiOnly: /[a-z\d]/i }

/**
 * Parses an admin's search of names, categories and tags (`gallery_labels`). One or two letters match the beginning of a word, longer
 * texts and scripts without spaces match anywhere. Returns null for a blank text.
 */
export const parseLabelSearch = (q: string, letters: Letters): { pattern: string; indexed: boolean } | null => {
  // gallery_labels separates labels with chr(31).
  const search = parseGallerySearch(q.replaceAll('\u001f', ''), letters)
  if (!search) return null
  if (search.kind === 'contains') return { pattern: containing(search.text), indexed: search.indexed }
  if (isFoundInside(search.text)) return { pattern: containing(search.text), indexed: false }
  return { pattern: containing(` ${search.text}`), indexed: withWord[letters].test(search.text) }
}
