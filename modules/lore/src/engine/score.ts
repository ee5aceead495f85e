import type { Key } from './keys.ts'
import type { Candidate } from './prepare.ts'

/**
 * Returns how many keys are found, including further keys for `and_any`, and for `and_all` if all of them are found. Without keys, the
 * score is 0. The caller limits the work.
 */
export const scoreOf = ({ keys, secondary, entry }: Candidate, has: (key: Key) => boolean): number => {
  if (keys.length === 0) return 0
  const found = keys.filter(has).length
  if (secondary.length === 0) return found
  const further = secondary.filter(has).length
  if (entry.logic === 'and_any') return found + further
  return entry.logic === 'and_all' && further === secondary.length ? found + further : found
}
