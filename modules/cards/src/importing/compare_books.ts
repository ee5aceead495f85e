import { isDeepStrictEqual } from 'node:util'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { blankEntry, type ImportedBook } from '#modules/lore/index'

/** The number of entries that are compared before the event loop runs. An entry may have hundreds of keys. */
const comparedAtOnce = 20

/**
 * Summarizes how a lorebook differs from the present one. Null if all texts, entries and their order are the same. `before` is null if there
 * is no present lorebook.
 */
export const compareBooks = async (
  present: ImportedBook | null,
  next: ImportedBook
): Promise<{ before: string | null; after: string } | null> => {
  if (!present) return { before: null, after: countOf(next) }
  const known = new Set<string>()
  for (const [at, entry] of present.entries.entries()) {
    if (at % comparedAtOnce === 0) await yieldToEventLoop()
    known.add(identityOf(entry))
  }
  let changed = 0
  let isSame = isDeepStrictEqual(present.book, next.book) && present.entries.length === next.entries.length
  for (const [at, entry] of next.entries.entries()) {
    if (at % comparedAtOnce === 0) await yieldToEventLoop()
    const identity = identityOf(entry)
    if (!known.has(identity)) changed++
    isSame &&= identity === identityOf(present.entries[at]!)
  }
  return isSame ? null : { before: countOf(present), after: `${countOf(next)}, ${changed} new or changed` }
}

const countOf = ({ book: { name }, entries: { length } }: ImportedBook) =>
  `${name}: ${length === 1 ? '1 entry' : `${length} entries`}`

/** Returns the same text for equal entries, wherever their files have them. */
const identityOf = (entry: ImportedBook['entries'][number]) => JSON.stringify(entry, comparedNames)

/** The order in which an entry's fields are written. The database has another order in inner objects. */
const comparedNames = [...Object.keys(blankEntry), 'exclude', 'names', 'tags']
