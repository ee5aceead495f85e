import type { Steps } from '#modules/kernel/steps'
import type { Key } from './keys.ts'
import type { Candidate } from './prepare.ts'
import type { Work } from './work.ts'

/** Looks for keys in the texts that an entry reads. */
export interface Search {
  work: Work
  has: (key: Key) => boolean
}

/**
 * Returns the number of keys found. Includes further keys for `and_any`, and for `and_all` if all of them are found. Without keys, the
 * score is 0.
 */
export function* scoreOf({ keys, secondary, entry, work }: Candidate, has: Search['has']): Steps<number> {
  if (keys.length === 0) return 0
  const found = yield* count(keys, { work, has })
  if (secondary.length === 0) return found
  const further = yield* count(secondary, { work, has })
  if (entry.logic === 'and_any') return found + further
  return entry.logic === 'and_all' && further === secondary.length ? found + further : found
}

function* count(keys: readonly Key[], { work, has }: Search): Steps<number> {
  let found = 0
  for (const key of keys) {
    if (work.pauses()) yield
    if (has(key)) found++
  }
  return found
}
