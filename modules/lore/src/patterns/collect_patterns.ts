import type { Key } from '../engine/keys.ts'
import type { Candidate } from '../engine/prepare.ts'
import type { PatternToMatch } from './pattern_job.ts'

/** The maximum number of patterns per book. A book with more patterns is treated as too slow. */
export const patternsMax = 2_000

/**
 * Returns the patterns by book id, each with the depths at which its entries read. `deepest` is the largest depth that `activationsMin` may
 * reach, or null.
 */
export const collectPatterns = (
  candidates: readonly Candidate[],
  deepest: number | null
): Map<string, PatternToMatch[]> => {
  const byBook = new Map<string, Map<string, Set<number>>>()
  for (const { book, keys, secondary, additional, excluded, ownDepth, bookDepth } of candidates) {
    const depths = ownDepth === null && deepest !== null ? [bookDepth, deepest] : [ownDepth ?? bookDepth]
    for (const key of patternsIn(keys, secondary, additional, excluded)) {
      const patterns = byBook.get(book.id) ?? new Map<string, Set<number>>()
      byBook.set(book.id, patterns)
      const known = patterns.get(key.pattern) ?? new Set()
      patterns.set(key.pattern, known)
      for (const depth of depths) known.add(depth)
    }
  }
  return new Map([...byBook].map(([bookId, patterns]) => [bookId, [...patterns].map(toPattern)]))
}

const patternsIn = (...lists: (readonly Key[])[]): Key[] =>
  lists.flatMap((keys) => keys.filter(({ match }) => match === 'pattern'))

const toPattern = ([id, depths]: [string, Set<number>]): PatternToMatch => {
  const end = id.lastIndexOf('/')
  return { id, source: id.slice(1, end), flags: id.slice(end + 1), depths: [...depths].sort((a, b) => a - b) }
}
